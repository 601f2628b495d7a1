"""The live figures of chapter 4: NAME.py, and NAME.js with its style sheet."""
