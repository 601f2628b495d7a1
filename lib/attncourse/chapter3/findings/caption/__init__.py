"""Captions of scenes: what captioners said, and what was measured."""

from attncourse.chapter3.findings.caption.accuracy import difference, scores
from attncourse.chapter3.findings.caption.attention_maps import (
    changed,
    pointing,
)
from attncourse.chapter3.findings.caption.examples import (
    case_scenes,
    cases,
    live,
    opening,
    opening_scene,
)

__all__ = [
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
