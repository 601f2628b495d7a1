"""Attention in other words: what is renamed, and what is said."""

import pytest
import torch

from attnbook.check.chapter4 import attend, attention_layer, mil_pooling, terms
from attnbook.check.checker import Check
from tests.check.said import said


def watched(check, answer):
    """The attempt as the looks of every attention see it."""
    seen = {}

    def watch(attempt):
        seen["plain"] = terms.plain(
            attempt, next(iter(check.returns)), lambda bag, **_: bag, "bag"
        )

    names = ("name", "takes", "returns", "reference", "cases")
    parts = {name: getattr(check, name) for name in names}
    said(Check(**parts, looks=(watch,)), answer)
    return seen["plain"]


def uniform(bag, V, w):
    """The plain mean."""
    return bag.mean(1), torch.full_like(bag[..., 0], 1 / bag.shape[1])


def test_a_bag_gets_a_context_and_a_mask_that_shows_all():
    plain = watched(mil_pooling, uniform)
    assert [*plain.found] == [*plain.returns] == ["context", "weights"]
    assert plain.given["mask"].all()
    half = torch.arange(5) < 2
    hidden = plain.right({"mask": half})["weights"]
    assert torch.allclose(hidden.sum(-1), torch.ones(3).double())
    assert not hidden[:, 2:].any()
    assert plain.again({"mask": half}) is None
    assert torch.allclose(
        plain.again({"bag": 2 * plain.given["bag"]})["context"],
        2 * plain.found["context"],
    )


def softmax_over(*axes):
    """A layer with one softmax over these axes of its scores."""

    def answer(x, memory, W_q, W_k, W_v):
        e = (x @ W_q) @ (memory @ W_k).mT / W_q.shape[-1] ** 0.5
        powers = e.exp()
        weights = powers / powers.sum(axes, keepdim=True)
        return weights @ (memory @ W_v), weights

    return answer


@pytest.mark.parametrize(
    ("axes", "says"),
    [
        ((1,), "yours sum to 1 over the queries"),
        ((1, 2), "one softmax over queries and keys at once"),
        ((0,), "yours sum to 1 over the batch"),
        ((0, 1, 2), "of all sentences together sum to 1"),
    ],
)
def test_the_axis_of_a_softmax_is_named(axes, says):
    assert says in said(attention_layer, softmax_over(*axes))


def test_no_mask_is_spoken_of_where_there_is_none():
    def hides(x, memory, W_q, W_k, W_v):
        e = (x @ W_q) @ (memory @ W_k).mT / W_q.shape[-1] ** 0.5
        e[..., 0] = -torch.inf
        return e.softmax(-1) @ (memory @ W_v), e.softmax(-1)

    message = said(attention_layer, hides)
    assert "nothing is to be hidden: in weights[0, 0] the keys [1, 2" in message
    assert "mask" not in message


def test_weights_are_blamed_before_the_output_that_they_cause():
    def both(Q, K, V, mask=None):
        weights = (Q @ K.mT / Q.shape[-1] ** 0.5).softmax(1)
        return V.mean(1, keepdim=True).expand(-1, Q.shape[1], -1), weights

    message = said(attend, both)
    assert "the softmax runs over the wrong axis" in message
    assert "output[" not in message
