"""The matrix of the drawing moves every position by k, not only the two."""

import math

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings import rotation
from attncourse.chapter6.drawings.clocks import BASE, HANDS, turn
from attncourse.chapter6.drawings.rotation import PAIR, STARTS, K, matrix, place
from tests.attncourse.drawing.toys import said


@pytest.mark.parametrize("k", [0, 1, K, 40])
@pytest.mark.parametrize("t", [*STARTS, 0, 100])
def test_one_matrix_moves_every_place_by_k(t, k):
    table = positions.waves(torch.arange(200), 2 * len(HANDS), BASE)
    pairs = table[:, 2 * PAIR : 2 * PAIR + 2]
    torch.testing.assert_close(place(t), pairs[t])
    torch.testing.assert_close(pairs[t] @ matrix(k), pairs[t + k])


def test_both_moves_have_the_angle_that_is_said():
    angle = f"{math.degrees(K * turn(PAIR)):.0f}"
    assert f"the same {angle} degrees" in rotation().alt
    assert f"here {angle}\u00b0" in rotation().caption
    assert said(rotation()).count(f"{K}\u03c9i") == len(STARTS)
