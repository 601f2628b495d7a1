"""The live figures of chapter 7: NAME.py, and NAME.js with its style sheet."""
