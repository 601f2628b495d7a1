"""The live figures of chapter 10: NAME.py, and NAME.js with its style sheet."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
