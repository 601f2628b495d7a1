"""What a penalty is asked, and what its answers tell."""

import pytest
import torch

from attnbook.check.chapter3 import coverage_penalty
from tests.check.said import said


def got(weights, mask):
    """What each place got from the real words."""
    return (weights * mask[..., None]).sum(1)


COSTS = {
    "Your penalty is 2, 1, 0, 0;": lambda x: 2 * (1 - x).relu(),
    "Your penalty is 8, 7.25, 8, 11;": lambda x: (1 - x).square() + 1,
    "Your penalty is 1, 0.75, 3, 8;": lambda x: (1 - x * x).abs(),
}


@pytest.mark.parametrize("says", COSTS)
def test_what_a_place_costs_is_shown(says):
    def penalty(weights, mask):
        return COSTS[says](got(weights, mask)).sum(-1)

    assert says in said(coverage_penalty, penalty)


@pytest.mark.parametrize(
    ("factor", "named"), [(5, "5 (T, the words)"), (1 / 7, "0.1429 (1 / S)")]
)
def test_a_factor_is_named(factor, named):
    def scaled(weights, mask):
        return factor * (1 - got(weights, mask)).square().sum(-1)

    assert f"the right one times {named}." in said(coverage_penalty, scaled)


def test_padding_that_counts_in_part_is_told_from_an_unused_mask():
    def part(weights, mask):
        return (1 - got(weights, mask | mask.roll(1, 1))).square().sum(-1)

    message = said(coverage_penalty, part)
    assert "The mask belongs to the words" in message
    assert "Is the mask unused?" not in message


def test_answers_of_another_size_are_not_asked_for():
    """One that knows a single size of caption is still judged."""

    def fixed(weights, mask):
        if not torch.allclose(weights.sum(-1), torch.ones(1).double()):
            raise ValueError("no weights")
        return (1 - got(weights, mask)).square().sum(-1) + 1

    assert "coverage_penalty: the values are wrong." in said(
        coverage_penalty, fixed
    )


def test_a_rounded_total_is_seen_and_a_rounded_penalty():
    def totals(weights, mask):
        return (1 - got(weights, mask).round()).square().sum(-1)

    def penalty(weights, mask):
        return (1 - got(weights, mask)).square().sum(-1).round(decimals=3)

    assert "Your penalty is 1, 1, 1, 4;" in said(coverage_penalty, totals)
    assert "is it rounded?" in said(coverage_penalty, penalty)
