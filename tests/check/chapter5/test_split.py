"""The check of splitting: other right answers, and where numbers come from."""

import pytest
import torch

from attnbook.check.chapter5 import split_heads
from tests.check.said import said


def chunks(x, H):
    """One block of columns after the other."""
    return torch.stack(x.chunk(H, dim=-1), dim=1)


def named(x, H):
    """By names of the axes, the heads cut off by `unflatten`."""
    return x.unflatten(-1, (H, -1)).movedim(2, 1)


def picked(x, H):
    """By one matrix of zeros and ones for each head."""
    D = x.shape[-1]
    picks = torch.eye(D, dtype=x.dtype).reshape(D, H, D // H)
    return torch.einsum("btd,dhk->bhtk", x, picks)


@pytest.mark.parametrize("right", [chunks, named, picked])
def test_every_way_to_split_passes(right, capsys):
    split_heads(right)
    assert "right in all 5 cases" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("says", "wrong"),
    [
        (
            "heads[0, 0, 0, 0] is x[2, 0, 0], and must be x[0, 0, 0]",
            lambda x, H: chunks(x.flip(0), H),
        ),
        ("is x[0, 4, 0]", lambda x, H: chunks(x.flip(1), H)),
        ("which is no number of x", lambda x, H: chunks(x, H) + 1),
        ("the heads stand backwards", lambda x, H: chunks(x, H).flip(1)),
        ("at another place in it", lambda x, H: chunks(x, H).roll(1, -1)),
    ],
)
def test_the_first_number_that_is_wrong_is_traced(says, wrong):
    assert says in said(split_heads, wrong)
