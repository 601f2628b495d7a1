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
    on_circle,
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


def test_a_hand_points_up_first_and_then_to_the_right():
    assert on_circle((50, 50), 10, hands(0)[0]) == (50, 40)
    x, y = on_circle((50, 50), 10, hands(1)[0])
    assert x > 50 and 40 < y < 50


def test_every_word_and_its_place_are_named():
    labels = said(clocks())
    for t, word in enumerate(WORDS):
        assert {word, f"t = {t}", f"p{t}"} <= set(labels)
    assert set(HANDS) <= set(labels)


def test_minus_zero_is_written_as_zero():
    assert written([-0.001, -1.256]) == ["0.00", "\u22121.26"]
    assert written([-1e-17, -1.0], 0) == ["0", "\u22121"]
