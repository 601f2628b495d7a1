"""The live figures of chapter 2: NAME.py, and NAME.js with its style sheet."""
