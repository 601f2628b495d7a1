"""The checks of a softmax and of attention over a grid: other right answers."""

import pytest
import torch

from attnbook.check.chapter3 import grid_attention, grid_softmax
from tests.check.said import said


def looped(e):
    """Image by image, exponentials over their sum."""
    powers = [one.exp() for one in e]
    return torch.stack([one / one.sum() for one in powers])


def shifted(e):
    """The largest score taken away first, so that no power overflows."""
    powers = (e - e.amax((1, 2), keepdim=True)).exp()
    return powers / powers.sum((1, 2), keepdim=True)


def columns_first(e):
    """The places column by column, there and back."""
    B, rows, columns = e.shape
    row = e.mT.reshape(B, -1).softmax(-1)
    return row.reshape(B, columns, rows).mT


@pytest.mark.parametrize("right", [looped, shifted, columns_first])
def test_every_way_to_take_all_places_at_once_passes(right, capsys):
    grid_softmax(right)
    assert "right in all 3 cases" in capsys.readouterr().out


def test_attention_image_by_image_passes(capsys):
    def one_by_one(s, z, W_q, W_k, v):
        contexts, maps = [], []
        for state, grid in zip(s, z, strict=True):
            e = torch.tanh(W_q @ state + grid @ W_k.T) @ v
            maps.append(looped(e[None])[0])
            contexts.append((maps[-1][..., None] * grid).sum((0, 1)))
        return torch.stack(contexts), torch.stack(maps)

    grid_attention(one_by_one)
    assert "right in all 3 cases" in capsys.readouterr().out


def test_the_weights_are_blamed_before_the_context_that_they_cause():
    def both(s, z, W_q, W_k, v):
        e = torch.tanh((s @ W_q.T)[:, None, None] + z @ W_k.T) @ v
        return z.sum((1, 2)), e.softmax(-1)

    message = said(grid_attention, both)
    assert "the softmax runs over each row of the grid" in message
    assert "context[" not in message


def test_nothing_is_said_of_sentences_or_positions():
    def first_for_all(e):
        return looped(e[:1]).expand_as(e)

    message = said(grid_softmax, first_for_all)
    assert "in the other images only: image 1 must use e[1]" in message
    for word in ("sentence", "position", "mask"):
        assert word not in message
