"""Slots and pointing, by hand."""

import pytest
import torch

from attncourse.chapter3 import slots

RED, BLUE = ("red", "circle"), ("blue", "seven")


@pytest.mark.parametrize(
    ("found", "wanted", "right"),
    [
        ([RED, BLUE], [RED, BLUE], [True] * 4),
        ([BLUE, RED], [RED, BLUE], [False] * 4),
        ([("red", "seven")], [RED], [True, False]),
        ([("red",)], [RED], [True, False]),
        ([()], [RED], [False, False]),
        ([], [RED, BLUE], [False] * 4),
        ([RED, BLUE], [RED], [True, True]),  # more is not counted
        ([BLUE], [RED, BLUE], [False] * 4),  # what is left out moves the rest
        ([RED], [], []),
    ],
)
def test_slots_by_hand(found, wanted, right):
    assert slots.right(found, wanted) == right


@pytest.mark.parametrize(
    ("box", "hit"),
    [
        ((16, 32, 24, 48), True),
        ((20, 40, 21, 41), True),  # its left and its top belong to it
        ((12, 40, 20, 41), False),  # its right does not
        ((20, 30, 21, 40), False),  # nor does its bottom
        ((0, 0, 64, 64), True),
        ((40, 20, 41, 21), False),  # not across for down
    ],
)
def test_the_largest_weight_points_at_the_centre_of_its_cell(box, hit):
    """Row 2, column 1 of a grid of 4 rows and 5 columns, 80 pixels wide: its
    centre lies 24 from the left and 50 from the top.
    """
    weights = torch.full((4, 5), 0.05)
    weights[2, 1] = 0.06
    shift = (4, 10, 4, 10)
    moved = tuple(x + s for x, s in zip(box, shift, strict=True))
    assert slots.pointed(weights, moved, 80) == hit


@pytest.mark.parametrize(
    ("tolerance", "hit"), [(3.9, False), (4.1, True), (0.0, False)]
)
def test_a_centre_beside_the_box_counts_within_the_tolerance(tolerance, hit):
    """The centre lies at 4, 24: 4 pixels left of the box, or below it."""
    weights = torch.zeros(2, 4)
    weights[1, 0] = 1.0
    for box in ((8, 16, 20, 32), (0, 10, 16, 20)):
        assert slots.pointed(weights, box, 32, tolerance) == hit
