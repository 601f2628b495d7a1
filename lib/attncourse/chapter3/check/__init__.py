"""Exercises of chapter 3: one file for each function that a learner writes."""

from attnbook.check.checker import checks

globals().update(checks(__name__))
