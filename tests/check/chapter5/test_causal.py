"""The check of causal self-attention: other right answers, and leaks."""

import pytest
import torch

from attnbook import masks
from attnbook.check.chapter5 import causal_attention
from tests.check.said import said


def word_by_word(X, W_q, W_k, W_v):
    """Each word reads a shorter sentence, which ends with itself."""
    T = X.shape[1]
    K, V = X @ W_k, X @ W_v
    a = X.new_zeros(len(X), T, T)
    for t in range(T):
        e = torch.einsum("bk,bsk->bs", X[:, t] @ W_q, K[:, : t + 1])
        a[:, t, : t + 1] = (e / W_k.shape[1] ** 0.5).softmax(-1)
    return a @ V, a


def divided_once_more(X, W_q, W_k, W_v):
    """Hidden after the softmax, then divided by what is left."""
    e = X @ W_q @ (X @ W_k).mT / W_k.shape[1] ** 0.5
    a = e.softmax(-1).tril()
    a = a / a.sum(-1, keepdim=True)
    return a @ (X @ W_v), a


def added(X, W_q, W_k, W_v):
    """Minus infinity is added above the diagonal; PyTorch's kernel reads."""
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    wall = torch.full((X.shape[1],) * 2, -torch.inf, dtype=X.dtype).triu(1)
    a = (Q @ K.mT / K.shape[-1] ** 0.5 + wall).softmax(-1)
    read = torch.nn.functional.scaled_dot_product_attention
    return read(Q, K, V, is_causal=True), a


@pytest.mark.parametrize("right", [word_by_word, divided_once_more, added])
def test_every_way_to_hide_the_future_passes(right, capsys):
    causal_attention(right)
    assert "right in all 4 cases" in capsys.readouterr().out


def wrong_scores(X, W_q, W_k, W_v, change):
    """Causal attention with changed scores."""
    e = change(X @ W_q @ (X @ W_k).mT / W_k.shape[1] ** 0.5, X)
    seen = masks.causal(X.shape[1])[0]
    a = e.masked_fill(~seen, -torch.inf).softmax(-1)
    return a @ (X @ W_v), a


@pytest.mark.parametrize(
    ("says", "change"),
    [
        (
            "weights[0, 1] changes when the last word changes: the future "
            "leaks. Its weight is 0, so it comes in by another way.",
            lambda e, X: e * X.mean((1, 2))[:, None, None],
        ),
        ("the mistake is in the score", lambda e, X: e**3),
        ("words weigh the same", lambda e, X: torch.zeros_like(e)),
        ("right one times 1.5", lambda e, X: 1.5 * e),
    ],
)
def test_a_score_that_is_wrong_is_told_from_a_leak(says, change):
    def answer(X, W_q, W_k, W_v):
        return wrong_scores(X, W_q, W_k, W_v, change)

    assert says in said(causal_attention, answer)


def test_weights_that_are_not_finite_are_no_leak():
    def answer(X, W_q, W_k, W_v):
        output, a = added(X, W_q, W_k, W_v)
        return output, a / 0

    assert "must be a finite number" in said(causal_attention, answer)
