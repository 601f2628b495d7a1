"""The live figures of chapter 3: NAME.py, and NAME.js with its style sheet."""
