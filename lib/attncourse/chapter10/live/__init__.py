"""The live figures of chapter 10: NAME.py, and NAME.js with its style sheet."""
