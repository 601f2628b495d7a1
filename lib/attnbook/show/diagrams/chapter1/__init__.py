"""The drawings of chapter 1."""

from attnbook.show.diagrams.chapter1.recurrent import (
    gate,
    gradient,
    lstm,
    patterns,
    recurrence,
)
from attnbook.show.diagrams.chapter1.score import bleu
from attnbook.show.diagrams.chapter1.search import beam
from attnbook.show.diagrams.chapter1.translation import (
    bottleneck,
    encoder_decoder,
    forcing,
    padding,
)

__all__ = [
    "beam",
    "bleu",
    "bottleneck",
    "encoder_decoder",
    "forcing",
    "gate",
    "gradient",
    "lstm",
    "padding",
    "patterns",
    "recurrence",
]
