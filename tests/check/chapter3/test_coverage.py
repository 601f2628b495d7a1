"""The check of a penalty on what places got: other right answers."""

import pytest
import torch

from attnbook.check.chapter3 import coverage_penalty


def einsum(weights, mask):
    """Both sums at once."""
    got = torch.einsum("bts,bt->bs", weights, mask.to(weights))
    return (1 - got).pow(2).sum(1)


def looped(weights, mask):
    """Caption by caption, real words alone."""
    pairs = zip(weights, mask, strict=True)
    return torch.stack([(1 - w[m].sum(0)).square().sum() for w, m in pairs])


def multiplied_out(weights, mask):
    """S - 2 T + the sum of squares."""
    got = (weights * mask[..., None]).sum(1)
    places, words = weights.shape[2], mask.sum(1)
    return places - 2 * words + got.square().sum(-1)


@pytest.mark.parametrize("right", [einsum, looped, multiplied_out])
def test_every_way_to_add_up_passes(right, capsys):
    coverage_penalty(right)
    assert "right in all 3 cases" in capsys.readouterr().out


def test_the_reference_is_the_loss_of_training():
    """`train.captions` adds the same sum, over a whole batch."""
    given = coverage_penalty.cases[1].make()
    taken = (given["weights"] * given["mask"][..., None]).sum(1)
    due = (1 - taken).square().sum()
    assert torch.isclose(coverage_penalty.reference(**given).sum(), due)
