"""The drawings of chapter 3."""

from attnbook.show.diagrams.chapter3.grid import grid, in_a_row, one_vector
from attnbook.show.diagrams.chapter3.look import by_hand, captioner, soft_hard

__all__ = [
    "by_hand",
    "captioner",
    "grid",
    "in_a_row",
    "one_vector",
    "soft_hard",
]
