"""One step turns each hand by its own angle, whatever the position."""

import math

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings import clocks
from attncourse.chapter6.drawings.clocks import (
    BASE,
    HANDS,
    LIT,
    WORDS,
    hands,
    turn,
    written,
)
from tests.attncourse.drawing.toys import said

WIDTH = 2 * len(HANDS)


def test_hands_are_rows_of_the_library():
    rows = [[n for pair in hands(t) for n in pair] for t in range(len(WORDS))]
    table = positions.sinusoidal(len(WORDS), WIDTH, BASE)
    torch.testing.assert_close(torch.tensor(rows), table)
    shown = ", ".join(written(table[LIT].tolist()))
    assert f"p{LIT} = ({shown})" in said(clocks())
    assert f"({shown})" in clocks().alt


def test_each_step_is_the_same_turn_clockwise():
    for i, omega in enumerate(positions.frequencies(WIDTH, BASE).tolist()):
        assert turn(i) == pytest.approx(omega)
        for t in range(len(WORDS) - 1):
            (a, b), (c, d) = hands(t)[i], hands(t + 1)[i]
            clockwise = math.atan2(c * b - d * a, a * c + b * d)
            assert clockwise == pytest.approx(omega)
        degrees = f"{math.degrees(omega):.0f}"
        assert f"{degrees}\u00b0 a step" in said(clocks())
        assert degrees in clocks().alt
