"""The live figures of chapter 8: NAME.py, and NAME.js with its style sheet."""
