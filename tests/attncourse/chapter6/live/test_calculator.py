"""The calculator shows the answers that are stored."""

import numpy as np

from attncourse.chapter6 import findings
from attncourse.chapter6.live.calculator import LiveCalculator
from attncourse.experiments import results

DIGIT = np.arange(10)
TRUE = DIGIT[:, None] - DIGIT
BLIND = {"blind": abs(TRUE), "sees": TRUE}
"""One takes the smaller digit from the larger one; the other is right."""


def test_it_is_right_where_the_difference_is():
    right = LiveCalculator(BLIND).right()
    assert right["blind"].sum() == 55 and right["blind"][9, 4]
    assert not right["blind"][4, 9] and right["sees"].all()


def test_its_picture_says_both_orders():
    text = LiveCalculator(BLIND, first=7, second=5).still().alt
    assert "blind: 7 − 5 = 2 and 5 − 7 = 2, 55 of 100" in text
    assert "sees: 7 − 5 = 2 and 5 − 7 = -2, 100 of 100" in text


def test_the_chapter_shows_what_the_models_said():
    figure = findings.order_models.calculator().display
    stored = results.load("calculator").samples["sequences"]
    for row in stored:
        first, _, second = row["tokens"]
        known = figure.answers[row["kind"].startswith("sinusoidal")]
        assert known[first][second] == row["said"][1] - 9
