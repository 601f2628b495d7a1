"""The weights that are found behind an estimate, and what is said of them."""

import pytest

from attnbook.check.chapter4 import regress
from tests.check.said import said


def off(x, at):
    """The distance of each place from each point, squared, "T S"."""
    return (at[:, None] - x).square()


def by(scores):
    """The estimate with other scores, of squared distance and bandwidth."""

    def answer(x, y, at, bandwidth):
        return scores(off(x, at), bandwidth).softmax(-1) @ y

    return answer


@pytest.mark.parametrize(
    ("says", "scores"),
    [
        ("the 2 is missing", lambda d, h: -d / h**2),
        ("you multiply by 2 h^2: divide", lambda d, h: -d * 2 * h**2),
        ("yours is the right one times 3", lambda d, h: -1.5 * d / h**2),
        ("all points weigh the same", lambda d, h: 0 * d),
        ("the mistake is in the score", lambda d, h: -d.square() / h**2),
    ],
)
def test_the_score_behind_an_estimate_is_found(says, scores):
    message = said(regress, by(scores))
    assert says in message
    assert "your weights of y at the first place: " in message


def test_an_estimate_that_is_no_sum_of_y_is_told_from_a_rounded_one():
    right = by(lambda d, h: -d / (2 * h**2))
    bent = said(regress, lambda *given: right(*given).tanh())
    rounded = said(regress, lambda *given: right(*given).round(decimals=3))
    assert "no weighted sum of y" in bent
    assert "is it rounded?" in rounded


def test_a_sum_that_is_kept_from_zero_is_no_help_far_away():
    def kept(x, y, at, bandwidth):
        powers = (-off(x, at) / (2 * bandwidth**2)).exp()
        return powers @ y / powers.sum(-1).clamp(min=1e-12)

    message = said(regress, kept)
    assert "estimate[0] alone is wrong. Far from all points" in message
    assert "mask" not in message


def test_weights_that_are_all_0_are_said_to_be_so():
    message = said(regress, lambda x, y, at, bandwidth: 0 * (at + y.sum()))
    assert "every weight is 0: are the weights never filled in?" in message


def test_what_fails_for_other_values_is_still_judged():
    def fragile(x, y, at, bandwidth):
        if (y == 0).any():
            raise ValueError("a zero")
        return y.mean().expand(len(at)).clone()

    assert "the values are wrong" in said(regress, fragile)
