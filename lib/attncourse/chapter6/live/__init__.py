"""The live figures of chapter 6: NAME.py, and NAME.js with its style sheet."""
