"""Translators from few pairs, pretrained and from scratch."""

from attncourse.chapter8.findings.pretraining.budgets import (
    converged,
    cut_short,
    equal_time,
    opening,
)
from attncourse.chapter8.findings.pretraining.gains import cases, order, parts

__all__ = [
    "cases",
    "converged",
    "cut_short",
    "equal_time",
    "opening",
    "order",
    "parts",
]
