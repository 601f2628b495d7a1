"""Captions of scenes: what captioners said, and what was measured."""

from attnbook.findings.caption.accuracy import by_things, difference, scores
from attnbook.findings.caption.attention_maps import changed, crowded, pointing
from attnbook.findings.caption.examples import (
    case_scenes,
    cases,
    live,
    opening,
    opening_scene,
)

__all__ = [
    "by_things",
    "case_scenes",
    "cases",
    "changed",
    "crowded",
    "difference",
    "live",
    "opening",
    "opening_scene",
    "pointing",
    "scores",
]
