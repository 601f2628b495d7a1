"""The drawings of chapter 5."""

from attnbook.show.diagrams.chapter5.causal import causal
from attnbook.show.diagrams.chapter5.circle import circle
from attnbook.show.diagrams.chapter5.conventions import rows_and_columns
from attnbook.show.diagrams.chapter5.flow import self_attention
from attnbook.show.diagrams.chapter5.hand import by_hand
from attnbook.show.diagrams.chapter5.heads import heads
from attnbook.show.diagrams.chapter5.paths import paths
from attnbook.show.diagrams.chapter5.permute import permute
from attnbook.show.diagrams.chapter5.split import split
from attnbook.show.diagrams.chapter5.two_names import two_names

__all__ = [
    "by_hand",
    "causal",
    "circle",
    "heads",
    "paths",
    "permute",
    "rows_and_columns",
    "self_attention",
    "split",
    "two_names",
]
