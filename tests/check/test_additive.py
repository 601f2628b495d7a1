"""The check of additive attention: other right answers, two mistakes."""

import pytest
import torch

from attnbook.check.additive import additive_attention
from tests.check.said import said


def scores(s, h, W_q, W_k, v):
    """The right scores."""
    return torch.tanh((s @ W_q.T)[:, None] + h @ W_k.T) @ v


def test_masked_after_the_softmax_and_renormalised_passes(capsys):
    def late(s, h, W_q, W_k, v, mask):
        weights = scores(s, h, W_q, W_k, v).softmax(-1) * mask
        weights = weights / weights.sum(-1, keepdim=True).where(
            mask.any(-1, keepdim=True), torch.ones(1).double()
        )
        return (weights[..., None] * h).sum(1), weights

    additive_attention(late)
    assert "right in all 4 cases" in capsys.readouterr().out


def test_two_mistakes_at_once_are_named_one_after_the_other():
    """With nothing hidden the mask plays no part: the score is judged first."""

    def two(s, h, W_q, W_k, v, mask, squash=lambda x: x):
        weights = (squash((s @ W_q.T)[:, None] + h @ W_k.T) @ v).softmax(-1)
        return torch.einsum("bs,bsm->bm", weights, h), weights

    assert "tanh is missing" in said(additive_attention, two)
    assert "the mask is not used" in said(
        additive_attention, lambda *given: two(*given, squash=torch.tanh)
    )


@pytest.mark.parametrize("hidden", [float("-inf"), -1e9, -1e30, "after"])
def test_an_inverted_mask_is_named_however_it_hides(hidden):
    def inverted(s, h, W_q, W_k, v, mask):
        e = scores(s, h, W_q, W_k, v)
        weights = (
            e.softmax(-1) * ~mask
            if hidden == "after"
            else e.masked_fill(mask, hidden).softmax(-1)
        )
        return torch.einsum("bs,bsm->bm", weights, h), weights

    assert "the mask is inverted" in said(additive_attention, inverted)


def test_weights_are_blamed_before_the_context_that_they_cause():
    def both(s, h, W_q, W_k, v, mask):
        weights = scores(s, h, W_q, W_k, v).softmax(0)
        return h.sum(1), weights

    message = said(additive_attention, both)
    assert "yours sum to 1 over the batch" in message
    assert "context[" not in message
