"""The check of a pooled bag: other right answers."""

import pytest
import torch

from attnbook import heads
from attnbook.check.chapter4 import mil_pooling
from tests.check.said import said


def einsum(bag, V, w):
    """Both sums by their letters."""
    e = torch.einsum("bsa,a->bs", torch.einsum("bsd,ad->bsa", bag, V).tanh(), w)
    weights = e.exp() / e.exp().sum(-1, keepdim=True)
    return torch.einsum("bs,bsd->bd", weights, bag), weights


def looped(bag, V, w):
    """Bag by bag."""
    rows = [torch.softmax(torch.tanh(one @ V.T) @ w, 0) for one in bag]
    pairs = zip(rows, bag, strict=True)
    return torch.stack([a @ one for a, one in pairs]), torch.stack(rows)


def library(bag, V, w):
    """The library's layer with these matrices."""
    layer = heads.MILPooling(bag.shape[-1], len(w)).double()
    layer.hidden.weight.data, layer.out.weight.data = V, w[None]
    with torch.no_grad():
        return layer(bag), layer.weights(bag)


@pytest.mark.parametrize("right", [einsum, looped, library])
def test_every_way_to_pool_passes(right, capsys):
    mil_pooling(right)
    assert "right in all 3 cases" in capsys.readouterr().out


def test_nothing_is_said_of_sentences_or_contexts():
    def first_for_all(bag, V, w):
        weights = einsum(bag[:1], V, w)[1].expand(len(bag), -1)
        return (weights[..., None] * bag).sum(1), weights

    message = said(mil_pooling, first_for_all)
    assert "in the other bags only: bag 1 must use bag[1]" in message
    for word in ("sentence", "position", "context", "mask"):
        assert word not in message
