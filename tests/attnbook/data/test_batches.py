"""Batches hold every pair once, waste little, and depend on the generator
alone.
"""

from collections import Counter
from itertools import pairwise

import pytest
import torch

from attnbook.data import batches
from attnbook.data.tokenizer import PAD, START, STOP

# lengths of both sides mixed
PAIRS = [
    ([*range(10, 10 + n % 7), STOP], [*range(50, 50 + (n * n) % 11), STOP])
    for n in range(1, 102)
]


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def rows(batch: batches.Batch) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The pairs of a batch, padding and START taken off."""
    return [
        tuple(
            tuple(x for x in side.tolist() if x not in (PAD, START))
            for side in pair
        )
        for pair in zip(batch.source, batch.target, strict=True)
    ]


def test_pad_fills_up_at_the_end():
    padded = batches.pad([[5, 6, 7], [8], []], value=9)
    assert padded.tolist() == [[5, 6, 7], [8, 9, 9], [9, 9, 9]]
    assert batches.pad([]).shape == (0, 0)
    assert batches.pad([[], []]).shape == (2, 0)


def test_collate_puts_start_before_the_target():
    batch = batches.collate(
        [([5, 6, STOP], [7, STOP]), ([5, STOP], [8, 9, STOP])]
    )
    assert batch.source.tolist() == [[5, 6, STOP], [5, STOP, PAD]]
    assert batch.target.tolist() == [[START, 7, STOP, PAD], [START, 8, 9, STOP]]


@pytest.mark.parametrize(
    "generator", [None, seeded(1)], ids=["fixed", "random"]
)
def test_every_pair_is_in_one_batch(generator):
    made = batches.by_length(PAIRS, 60, generator)
    found = Counter(pair for batch in made for pair in rows(batch))
    assert found == Counter(tuple(map(tuple, pair)) for pair in PAIRS)


@pytest.mark.parametrize("budget", [1, 13, 60, 10_000])
def test_a_batch_keeps_to_the_budget_unless_one_pair_is_longer(budget):
    for batch in batches.by_length(PAIRS, budget, seeded(1)):
        assert batch.target.numel() <= budget or len(batch.target) == 1


def test_the_order_depends_on_the_generator_alone():
    one, same, other = (
        batches.by_length(PAIRS, 60, seeded(seed)) for seed in (1, 1, 2)
    )
    assert list(map(rows, one)) == list(map(rows, same))
    assert list(map(rows, one)) != list(map(rows, other))


def test_without_a_generator_the_order_is_fixed_and_short_comes_first():
    """No target is shorter than those of the batch before."""
    one, same = batches.by_length(PAIRS, 60), batches.by_length(PAIRS, 60)
    assert list(map(rows, one)) == list(map(rows, same))
    lengths = [(batch.target != PAD).sum(1) for batch in one]
    for before, after in pairwise(lengths):
        assert before.max() <= after.min()


def test_an_epoch_does_not_run_from_short_to_long():
    """Of 23 epochs, no two thirds begin with the shortest batch, nor end with
    the longest.
    """
    epochs = [
        [b.target.shape[1] for b in batches.by_length(PAIRS, 60, seeded(seed))]
        for seed in range(23)
    ]
    assert sum(lengths[0] == min(lengths) for lengths in epochs) < 15
    assert sum(lengths[-1] == max(lengths) for lengths in epochs) < 15


def test_pairs_of_one_length_meet_others_in_each_epoch():
    """All targets of one length, and all sources: without noise the same pairs
    would share a batch for ever.
    """
    alike = [([10 + n, STOP], [10 + n, STOP]) for n in range(101)]
    one, other = (
        {frozenset(rows(b)) for b in batches.by_length(alike, 15, seeded(seed))}
        for seed in (1, 2)
    )
    assert not one & other


def test_a_batch_may_fill_the_budget_to_the_last_token():
    """Three targets of 4 tokens, START included, are 12."""
    pairs = [([10, STOP], [50, 51, STOP])] * 7
    assert [len(b.target) for b in batches.by_length(pairs, 12)] == [3, 3, 1]
    assert [len(b.target) for b in batches.by_length(pairs, 11)] == [2, 2, 2, 1]


def test_a_batch_moves_as_a_whole():
    here = batches.collate(PAIRS[:3])
    there = here.to("meta")
    assert there.source.device.type == there.target.device.type == "meta"
    assert there.source.shape == here.source.shape
    assert there.target.shape == here.target.shape
    assert here.source.shape != here.target.shape


def test_no_pairs_are_refused():
    with pytest.raises(ValueError, match="0 pairs"):
        batches.collate([])
    with pytest.raises(ValueError, match="empty corpus: 0 pairs"):
        batches.by_length([], 60)
