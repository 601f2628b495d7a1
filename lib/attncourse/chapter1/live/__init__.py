"""The live figures of chapter 1: NAME.py, and NAME.js with its style sheet."""
