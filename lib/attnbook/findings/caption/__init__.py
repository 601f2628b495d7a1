"""Captions of scenes: what captioners said, and what was measured."""

from attnbook.findings.caption.described import (
    case_scenes,
    cases,
    live,
    opening,
    opening_scene,
)
from attnbook.findings.caption.looked import changed, crowded, pointing
from attnbook.findings.caption.measured import by_things, difference, scores

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
