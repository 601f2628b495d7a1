"""The check of attention over a batch: other right answers."""

import pytest
import torch

from attnbook import attention
from attnbook.check.chapter4 import attend
from tests.check.said import said


def looped(Q, K, V, mask=None):
    """Query by query, over what it sees."""
    B, T, S = Q.shape[0], Q.shape[1], K.shape[1]
    weights = Q.new_zeros(B, T, S)
    for b in range(B):
        for t in range(T):
            seen = torch.ones(S).bool() if mask is None else mask[b, t]
            powers = (K[b][seen] @ Q[b, t] / Q.shape[-1] ** 0.5).exp()
            weights[b, t, seen] = powers / powers.sum()
    return weights @ V, weights


def late(Q, K, V, mask=None):
    """Masked after the softmax, then divided by what is left."""
    weights = torch.einsum("btk,bsk->bts", Q, K / K.shape[-1] ** 0.5).softmax(2)
    if mask is not None:
        weights = weights * mask
        weights = weights / weights.sum(2, keepdim=True).clamp(min=1e-300)
    return torch.einsum("bts,bsv->btv", weights, V), weights


def library(Q, K, V, mask=None):
    """One head of the library."""
    heads = (x[:, None] for x in (Q, K))
    seen = None if mask is None else mask[:, None]
    weights = attention.weights(*heads, seen)
    return attention.read(weights, V[:, None])[:, 0], weights[:, 0]


@pytest.mark.parametrize("right", [looped, late, library])
def test_every_way_to_attend_passes(right, capsys):
    attend(right)
    assert "right in all 8 cases" in capsys.readouterr().out


def test_a_mask_of_none_is_a_case_of_its_own():
    def needs_a_mask(Q, K, V, mask):
        return looped(Q, K, V, mask & mask)

    message = said(attend, needs_a_mask)
    assert "case: no mask is given" in message


def test_each_row_of_the_mask_differs_from_the_next():
    mask = attend.cases[3].make()["mask"]
    assert (mask.sum(-1) == 3).all()
    assert (mask[:, 1:] != mask[:, :-1]).any(-1).all()


@pytest.mark.parametrize("added", [1e-6, 1e-9, 1e-12])
def test_a_small_number_added_to_the_sum_is_seen(added):
    def nearly(Q, K, V, mask=None):
        powers = (Q @ K.mT / K.shape[-1] ** 0.5).exp()
        powers = powers if mask is None else powers * mask
        weights = powers / (powers.sum(-1, keepdim=True) + added)
        return weights @ V, weights

    assert "with nothing added to it" in said(attend, nearly)
