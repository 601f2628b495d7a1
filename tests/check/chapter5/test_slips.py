"""Slips that are known by the weights, whatever is made with them."""

import pytest
import torch

from attnbook.check.chapter5 import causal_attention
from attnbook.check.reading import visible
from tests.check.said import said


def made(weigh, read):
    """Causal attention with other weights, and another way to read."""

    def answer(X, W_q, W_k, W_v):
        e = X @ W_q @ (X @ W_k).mT / W_k.shape[1] ** 0.5
        past = torch.ones_like(e, dtype=torch.bool).tril()
        a = weigh(e, past)
        return read(a) @ (X @ W_v), a

    return answer


@pytest.mark.parametrize("read", [lambda a: a, lambda a: 2 * a, torch.tanh])
@pytest.mark.parametrize(
    ("says", "weigh"),
    [
        ("The first sees nothing.", lambda e, m: visible(e, m.tril(-1))),
        ("keys are exchanged", lambda e, m: visible(e.mT, m)),
        ("taken twice", lambda e, m: visible(e, m).softmax(-1)),
        ("row t belongs to word t", lambda e, m: visible(e, m).mT),
        (
            "over the sentences",
            lambda e, m: e.masked_fill(~m, -1e9).softmax(0),
        ),
    ],
)
def test_a_slip_in_the_weights_is_named_whatever_reads_them(says, weigh, read):
    assert says in said(causal_attention, made(weigh, read))


def test_right_weights_that_read_by_columns_are_told_from_other_readings():
    words = "they are transposed where they meet the values"
    assert words in said(causal_attention, made(visible, lambda a: a.mT))
    assert words not in said(causal_attention, made(visible, lambda a: 2 * a))


def test_one_word_has_no_earlier_ones():
    """Weights of one word can be wrong too, and are no slip of these."""

    def answer(X, W_q, W_k, W_v):
        output, a = made(visible, lambda a: a)(X, W_q, W_k, W_v)
        return output, a * (2 if X.shape[1] == 1 else 1)

    assert "right ones times 2" in said(causal_attention, answer)
