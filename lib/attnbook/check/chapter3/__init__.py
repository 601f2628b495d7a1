"""Checks for chapter 3, by the name of the function that a learner writes."""

from attnbook.check.chapter3.coverage import coverage_penalty
from attnbook.check.chapter3.overlay import lay_over
from attnbook.check.chapter3.places import grid_attention, grid_softmax
from attnbook.check.chapter3.point import pointing

__all__ = [
    "coverage_penalty",
    "grid_attention",
    "grid_softmax",
    "lay_over",
    "pointing",
]
