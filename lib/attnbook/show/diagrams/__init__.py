"""The drawings of the course: what flows where. One file for each chapter."""

from attnbook.show.diagrams import (
    chapter1,
    chapter2,
    chapter3,
    chapter4,
    chapter5,
    course,
)

__all__ = ["chapter1", "chapter2", "chapter3", "chapter4", "chapter5", "course"]
