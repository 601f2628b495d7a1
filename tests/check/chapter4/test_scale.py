"""Scores times a number, and what is said of the number."""

import pytest
import torch

from attnbook.check.chapter4 import attend
from attnbook.check.chapter4.scale import factors, times
from attnbook.check.checker import Attempt
from tests.check.said import said


def scaled(factor):
    """Attention whose scores are the right ones times a number."""

    def answer(Q, K, V, mask=None):
        e = factor(Q.shape[-1]) * Q @ K.mT / Q.shape[-1] ** 0.5
        if mask is not None:
            e = e.masked_fill(~mask, -torch.inf)
        weights = e.softmax(-1).nan_to_num(0.0)
        return weights @ V, weights

    return answer


def attend_at(width):
    """An attempt at keys of this width."""
    nothing = dict.fromkeys(("returns", "found", "expected", "again", "right"))
    given = {"K": torch.zeros(5, width)}
    return Attempt(takes={"K": "S K"}, given=given, **nothing)


@pytest.mark.parametrize(
    ("says", "factor"),
    [
        ("are 3.317 = sqrt(K) times the right ones", lambda K: K**0.5),
        ("your scores are divided by K, or twice", lambda K: K**-0.5),
        ("your scores are multiplied by sqrt(K)", lambda K: K),
        ("your scores have the wrong sign", lambda K: -1),
        ("your scores are divided by K * K", lambda K: K**-1.5),
        (
            "2.345 times the right ones: you divide by sqrt(T)",
            lambda K: 5.5**0.5,
        ),
        ("you divide by 5: is it S, a number", lambda K: K**0.5 / 5),
        ("you divide by 2 K, as `K ** 1 / 2` does", lambda K: K**-0.5 / 2),
        ("the right one times 1.7", lambda K: 1.7),
    ],
)
def test_the_mistake_behind_a_factor_is_named(says, factor):
    assert says in said(attend, scaled(factor))


def test_a_root_that_is_cut_off_is_named():
    told = factors(attend_at(17), 17)
    assert "you divide by 4: is the root cut off?" in told[17**0.5 / 4]
    assert "the scaling is missing" in factors(attend_at(2), 2)[2**0.5]


def test_weights_of_scaled_scores_know_the_mask():
    e = torch.tensor([[0.5, -1.0, 2.0], [1.0, 1.0, 1.0]]).double()
    mask = torch.tensor([[True, False, True], [False, False, False]])
    right, due = (
        (by * e).masked_fill(~mask, -torch.inf).softmax(-1).nan_to_num(0.0)
        for by in (1.0, 3.0)
    )
    assert torch.allclose(times(right, 3.0, mask), due)
