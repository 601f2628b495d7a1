"""Bags of handwritten digits: a bag has a label, its images have none. The task
of multiple-instance learning. Built in chapter 4.

The digits are those of scikit-learn. Four in ten belong to the test: one image
that looks like a nine spoils every bag that it falls into, so the test needs
many.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from attnbook.data import painting

SHARES = {"train": range(5), "val": (5,), "test": (6, 7, 8, 9)}
"""Which last figures of scikit-learn's numbers belong to a split."""
WIDE = 8  # digits in a row of a picture
SIDE = 10  # pixels of a digit in a picture, with white around it


class Bags(NamedTuple):
    """B bags of S images: which of scikit-learn's digits they are, whether a
    bag has a nine, and at which place it lies (-1: none).
    """

    digits: Int[Tensor, "B S"]
    positive: Bool[Tensor, " B"]
    place: Int[Tensor, " B"]

    def images(self) -> Float[Tensor, "B S 64"]:
        """The images row by row, from 0 to 1."""
        return painting.handwritten()[0].float().flatten(1)[self.digits]


def draw(split: str, count: int, size: int, generator: torch.Generator) -> Bags:
    """So many bags of so many digits each; every other one has one nine, at any
    place, and the others have none.

    `split` is "train", "val" or "test", and no image belongs to two of them.
    """
    named = painting.handwritten()[1]
    own = torch.tensor([i % 10 in SHARES[split] for i in range(len(named))])
    nines, others = ((own & x).nonzero()[:, 0] for x in (named == 9, named < 9))

    def pick(found: Tensor, *shape: int) -> Tensor:
        return found[torch.randint(len(found), shape, generator=generator)]

    digits = pick(others, count, size)
    positive = torch.arange(count) % 2 == 1
    place = torch.randint(size, (count,), generator=generator)
    digits[torch.arange(count), place] = torch.where(
        positive, pick(nines, count), pick(others, count)
    )
    return Bags(digits, positive, place.masked_fill(~positive, -1))


def mosaic(
    digits: Sequence[int] | Tensor, wide: int = WIDE
) -> Float[Tensor, "3 Y X"]:
    """scikit-learn's digits with these numbers, dark on white, `wide` of them
    in a row, each SIDE by SIDE with white around it.

    Raises ValueError for a number that does not fill the rows.
    """
    chosen = torch.as_tensor(digits)
    if chosen.ndim != 1 or not len(chosen) or len(chosen) % wide:
        raise ValueError(
            f"rows of {wide} digits are needed: shape={tuple(chosen.shape)}"
        )
    image = painting.handwritten()[0][chosen].float()  # S 8 8
    paint = 1 - nn.functional.pad(image, [(SIDE - image.shape[-1]) // 2] * 4)
    cells = paint.reshape(-1, wide, SIDE, SIDE).transpose(1, 2)
    return cells.reshape(-1, SIDE * wide).expand(3, -1, -1)
