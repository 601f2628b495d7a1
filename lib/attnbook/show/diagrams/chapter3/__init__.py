"""The drawings of chapter 3."""

from attnbook.show.diagrams.chapter3.grid import grid, one_vector
from attnbook.show.diagrams.chapter3.look import by_hand, captioner, soft_hard

__all__ = ["by_hand", "captioner", "grid", "one_vector", "soft_hard"]
