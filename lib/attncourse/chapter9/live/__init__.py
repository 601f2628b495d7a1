"""The live figures of chapter 9: NAME.py, and NAME.js with its style sheet."""
