"""The check of kernel regression: other right answers, and the weights that it
finds behind an estimate.
"""

import pytest
import torch

from attnbook.check.chapter4 import regress
from tests.check.said import said


def off(x, at):
    """The distance of each place from each point, squared, "T S"."""
    return (at[:, None] - x).square()


def largest_first(x, y, at, bandwidth):
    """Exponentials over their sum, the nearest point taken away first."""
    e = -off(x, at) / (2 * bandwidth**2)
    powers = (e - e.amax(-1, keepdim=True)).exp()
    return (powers * y).sum(-1) / powers.sum(-1)


def multiplied_out(x, y, at, bandwidth):
    """x'^2 is the same at all points, and cancels."""
    e = (at[:, None] * x - x.square() / 2) / bandwidth**2
    return torch.einsum("ts,s->t", e.softmax(-1), y)


def looped(x, y, at, bandwidth):
    """Place by place."""
    found = []
    for place in at:
        score = -0.5 * ((place - x) / bandwidth) ** 2
        found.append((score - score.logsumexp(0)).exp() @ y)
    return torch.stack(found)


@pytest.mark.parametrize("right", [largest_first, multiplied_out, looped])
def test_every_way_to_weigh_points_passes(right, capsys):
    regress(right)
    assert "right in all 4 cases" in capsys.readouterr().out


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
    assert "every weight is 0: Far from all points" in message
    assert "mask" not in message


def test_what_fails_for_other_values_is_still_judged():
    def fragile(x, y, at, bandwidth):
        if (y == 0).any():
            raise ValueError("a zero")
        return y.mean().expand(len(at)).clone()

    assert "the values are wrong" in said(regress, fragile)
