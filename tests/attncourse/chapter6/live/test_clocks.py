"""The clocks are the hands of the definitions, and the score is theirs."""

import math
import random

import pytest
import torch

from attnbook.positions import slopes
from attncourse.chapter6.live.clocks import (
    BACK,
    KINDS,
    PLACES,
    TRAINED,
    LiveClocks,
)

OMEGA = [10_000 ** (-2 * i / 12) for i in range(6)]
MOVING = ("sinusoidal", "rotary")


def drawn(draw: random.Random) -> LiveClocks:
    """A figure in any state that a reader can reach."""
    places = [draw.randrange(PLACES), draw.randrange(PLACES)]
    return LiveClocks(encoding=draw.choice(list(KINDS)), places=places)


def by_definition(kind: str, t: int, s: int) -> float | None:
    """The score in closed form; of a table there is none."""
    if kind == "sinusoidal":
        return sum(math.cos(omega * (t - s)) for omega in OMEGA) / 6
    turned = t - s if kind == "rotary" else 0
    score = sum(math.cos(omega * (turned - BACK)) for omega in OMEGA) / 6
    if kind != "alibi":
        return score
    return None if s > t else score - float(slopes(4)[1]) * (t - s)


@pytest.mark.parametrize("kind", [k for k in KINDS if k != "learned"])
def test_the_curve_is_that_of_the_definition(kind):
    for t in (0, 7, 31, 96):
        found = LiveClocks(encoding=kind, places=[t, 3]).reads()
        wanted = [by_definition(kind, t, s) for s in range(PLACES)]
        for score, expected in zip(found["curve"], wanted, strict=True):
            assert score == pytest.approx(expected, abs=1e-6)
        assert found["score"] == found["curve"][3]


def test_of_a_table_the_score_is_the_product_of_two_rows():
    figure = LiveClocks(encoding="learned", places=[40, 8])
    rows = torch.tensor(figure.table)
    found = figure.reads()
    assert torch.tensor(found["curve"]).allclose(rows @ rows[40] / 6)
    assert sum(found["parts"]) / 6 == pytest.approx(found["score"])
    assert rows.shape == (PLACES, 12) and figure.trained == TRAINED
    assert rows.view(-1, 2).norm(dim=-1).max() < 1.01, "within the dial"


def test_hands_turn_by_the_angle_of_their_place():
    """Clockwise from 12, and at 0 all point up; those of rotary keys are 5
    places ahead.
    """
    for kind in MOVING:
        figure = LiveClocks(encoding=kind, places=[9, 0])
        found = figure.reads()
        for role, place in (("query", 9), ("key", BACK * (kind == "rotary"))):
            for omega, hand in zip(OMEGA, found[role], strict=True):
                right, up = figure._face(hand)
                turn = place * omega
                assert right == pytest.approx(math.sin(turn), abs=1e-6)
                assert up == pytest.approx(math.cos(turn), abs=1e-6)


def test_its_picture_says_the_numbers():
    text = LiveClocks(encoding="alibi").still().alt
    assert "by ALiBi" in text and "at position 15 stands 5 back" in text
    assert f"score is {by_definition('alibi', 20, 15):.2f}" in text
    hidden = LiveClocks(encoding="alibi", places=[2, 9]).still().alt
    assert "its score is hidden" in hidden
