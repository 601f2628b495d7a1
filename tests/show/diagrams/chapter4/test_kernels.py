"""The sums in the drawing of kernels are those of the kernels."""

import pytest
import torch

from attnbook import spec
from attnbook.show.diagrams.chapter4 import kernels
from attnbook.show.diagrams.chapter4.kernels import (
    EMBEDS,
    JOINS,
    KERNELS,
    REACH,
    ROWS,
    sums,
)
from tests.show.diagrams.toys import said

GAUSSIAN, EMBEDDED, DOT, JOINED = KERNELS
X = torch.linspace(-REACH, REACH, 29, dtype=torch.float64)
ONE = torch.ones(1, dtype=torch.float64)


def test_each_curve_is_its_formula_for_the_row_one():
    dots = [spec.dot(ONE, row[None]) for row in X]
    embedded = [spec.dot(ONE, EMBEDS * row[None]) for row in X]
    before = torch.tensor(JOINS, dtype=torch.float64)
    joined = [spec.dot(before, torch.stack([ONE[0], row])) for row in X]
    for kernel, found in (
        (GAUSSIAN, torch.stack(dots).exp()),
        (EMBEDDED, torch.stack(embedded).exp()),
        (DOT, torch.stack(dots)),
        (JOINED, torch.stack(joined).relu()),
    ):
        torch.testing.assert_close(kernel.f(X), found)


def test_two_sums_are_zero_and_the_drawing_says_so():
    found = sums()
    assert found == pytest.approx([3.086, 2.675, 0, 0], abs=6e-4)
    labels = said(kernels())
    assert {f"{number:.3g}" for number in found} <= set(labels)
    assert "here their sums are 0" in kernels().caption
    assert {f"{row:g}".replace("-", "\u2212") for row in ROWS} <= set(labels)
