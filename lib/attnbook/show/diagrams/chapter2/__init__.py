"""The drawings of chapter 2."""

from attnbook.show.diagrams.chapter2.both import encoder
from attnbook.show.diagrams.chapter2.compare import (
    additive_and_linear,
    shuffles,
    wirings,
)
from attnbook.show.diagrams.chapter2.step import attention, qkv, step

__all__ = [
    "additive_and_linear",
    "attention",
    "encoder",
    "qkv",
    "shuffles",
    "step",
    "wirings",
]
