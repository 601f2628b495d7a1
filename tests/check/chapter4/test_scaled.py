"""The check of scaled scores: other right answers, and its looks."""

import math

import pytest
import torch

from attnbook.check.chapter4 import scaled_scores
from tests.check.said import said


def looped(Q, K):
    """Pair by pair."""
    root = math.sqrt(K.size(-1))
    return torch.stack([torch.stack([(q @ k) / root for k in K]) for q in Q])


def split(Q, K):
    """Half of the scaling on each side."""
    quarter = Q.shape[1] ** 0.25
    return torch.einsum("tk,sk->ts", Q / quarter, K / quarter)


def one_call(Q, K):
    """A linear layer whose weight is K."""
    return torch.nn.functional.linear(Q * Q.shape[-1] ** -0.5, K)


@pytest.mark.parametrize("right", [looped, split, one_call])
def test_every_way_to_score_passes(right, capsys):
    scaled_scores(right)
    assert "right in all 4 cases" in capsys.readouterr().out


def right(Q, K):
    """The right scores."""
    return Q @ K.T / Q.shape[-1] ** 0.5


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        ("is not finite", lambda Q, K: right(Q, K) / 0),
        ("with K doubled", lambda Q, K: right(Q, K.tanh())),
        ("row t belongs to query t", lambda Q, K: right(Q.flip(0), K)),
        (
            "the first column of scores changes when the other keys change",
            lambda Q, K: right(Q, K - K.mean(0)),
        ),
        ("scores[0, 1] is 0. Q[0]", lambda Q, K: right(Q, K).tril()),
        ("Q has no effect on your scores", lambda Q, K: right(Q * 0 + 1, K)),
    ],
)
def test_what_breaks_a_score_is_named(says, wrong):
    assert says in said(scaled_scores, wrong)
