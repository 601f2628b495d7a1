"""Rows that ask each other: each has a name, asks about one or two other names,
and holds a colour. The colours of the rows that it asks about are wanted. Built
in chapter 5.
"""

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F


class Circles(NamedTuple):
    """B circles of T rows: the name of each row, which row each of its
    questions is about, and its colour; all count from 0.
    """

    name: Int[Tensor, "B T"]
    asks: Int[Tensor, "B T _"]
    colour: Int[Tensor, "B T"]

    def rows(self, colours: int) -> Float[Tensor, "B T D"]:
        """Each row as a vector: its name, the names that it asks about, its
        colour, one-hot and side by side.
        """
        size = self.name.shape[1]
        asked = [
            F.one_hot(self.name.gather(1, self.asks[..., q]), size)
            for q in range(self.asks.shape[-1])
        ]
        own = F.one_hot(self.name, size), F.one_hot(self.colour, colours)
        return torch.cat([own[0], *asked, own[1]], -1).float()

    def answers(self) -> Int[Tensor, "B T _"]:
        """The colour that each question of each row is about."""
        return torch.stack(
            [
                self.colour.gather(1, self.asks[..., q])
                for q in range(self.asks.shape[-1])
            ],
            -1,
        )


def draw(
    count: int,
    size: int,
    questions: int,
    colours: int,
    generator: torch.Generator,
) -> Circles:
    """So many circles of so many rows; names are a permutation, questions and
    colours are drawn independently, so that a row may ask about itself.
    """
    name = torch.rand(count, size, generator=generator).argsort(-1)
    asks = torch.randint(size, (count, size, questions), generator=generator)
    colour = torch.randint(colours, (count, size), generator=generator)
    return Circles(name, asks, colour)
