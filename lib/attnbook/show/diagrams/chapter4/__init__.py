"""The drawings of chapter 4."""

from attnbook.show.diagrams.chapter4.layer import layer
from attnbook.show.diagrams.chapter4.read import by_hand, soft_dictionary

__all__ = [
    "by_hand",
    "layer",
    "soft_dictionary",
]
