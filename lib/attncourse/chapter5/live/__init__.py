"""The live figures of chapter 5: NAME.py, and NAME.js with its style sheet."""
