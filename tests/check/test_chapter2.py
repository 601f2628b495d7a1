"""The checks of chapter 2: right answers written otherwise, and their looks."""

import pytest
import torch

from attnbook import check
from attnbook.check.chapter2 import context, masked_softmax
from tests.check.said import said

HIDE = float("-inf")


def visible(e, mask):
    """The right weights."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


def late(e, mask):
    """Masked after the softmax, then divided by what is left."""
    weights = e.softmax(-1) * mask
    total = weights.sum(-1, keepdim=True)
    return weights / total.where(total > 0, torch.ones_like(total))


def by_hand(e, mask):
    """Exponentials divided by their sum, row by row."""
    rows = []
    for scores, seen in zip(e, mask, strict=True):
        powers = scores.exp() * seen
        rows.append(powers / powers.sum() if seen.any() else powers * 0)
    return torch.stack(rows)


def cleaned(e, mask):
    """NaN taken out of the empty row."""
    return e.masked_fill(~mask, HIDE).softmax(-1).nan_to_num(0.0)


@pytest.mark.parametrize("right", [late, by_hand, cleaned])
def test_every_way_to_mask_a_softmax_passes(right, capsys):
    masked_softmax(right)
    assert "right in all 5 cases" in capsys.readouterr().out


def test_nothing_is_said_of_a_context_where_there_is_none():
    message = said(masked_softmax, lambda e, mask: visible(-e, mask))
    assert "what reaches the softmax is not e" in message
    assert "context" not in message
    blind = said(
        masked_softmax, lambda e, mask: e.masked_fill(~mask, HIDE).softmax(-1)
    )
    assert "Such a sentence gets weights 0.\n" in blind


@pytest.mark.parametrize("fill", [-10.0, -30.0])
def test_a_finite_score_hides_nothing(fill):
    def finite(e, mask):
        weights = e.masked_fill(~mask, fill).softmax(-1)
        return weights * mask.any(-1, keepdim=True)

    assert "where the mask hides" in said(masked_softmax, finite)


def test_contexts_by_a_loop_over_the_steps_pass(capsys):
    def looped(e, h, mask):
        weights = visible(e, mask)
        steps = [(a[..., None] * h).sum(1) for a in weights.unbind(1)]
        return torch.stack(steps, 1), weights

    context(looped)
    assert "right in all 5 cases" in capsys.readouterr().out


@pytest.mark.parametrize("shift", [1, 2])
def test_the_step_that_a_context_belongs_to_is_named(shift):
    def shifted(e, h, mask):
        weights = visible(e, mask)
        return (weights @ h).roll(shift, 1), weights

    message = said(context, shifted)
    assert f"context[0, 0] is made with the weights of step {5 - shift}" in (
        message
    )
    assert "context[0]" in message.splitlines()[2]


def test_a_column_is_told_from_a_row():
    def turned(e, h, mask):
        weights = visible(e, mask)
        return weights.mT @ h, weights

    assert "column 0 of the weights" in said(context, turned)


def test_the_chapter_has_the_five_checks_of_its_ladder():
    names = {"masked_softmax", "additive_attention", "context"}
    names |= {"dot_attention", "alignment_error_rate"}
    assert set(check.chapter2.__all__) == names
