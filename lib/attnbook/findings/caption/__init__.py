"""Captions of scenes: what captioners said, and what was measured."""

from attnbook.findings.caption.described import (
    case_scenes,
    cases,
    live,
    opening,
    opening_scene,
)
from attnbook.findings.caption.measured import (
    by_things,
    changed,
    difference,
    pointing,
    scores,
)

__all__ = [
    "by_things",
    "case_scenes",
    "cases",
    "changed",
    "difference",
    "live",
    "opening",
    "opening_scene",
    "pointing",
    "scores",
]
