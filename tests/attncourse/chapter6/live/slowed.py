"""Shipped models whose clocks turn slower than in their training."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from attnbook import pretrained
from attnbook.models.tagger import Tagger
from attnbook.positions import Position

Slower = Callable[[Tensor], Tensor]
"""From the pairs of features, counted from 0 to 1, to how much slower."""
SLOWED: dict[str, Slower] = {
    "trained": torch.ones_like,
    "interpolated": lambda pair: torch.full_like(pair, 1 / 8),
    "base": lambda pair: 8**-pair,
    "slow": lambda pair: torch.where(
        2 * torch.pi / speeds(pair) > 32, 1 / 8, 1
    ),
}
"""For texts that are 8 times as long."""


def angles(T: int, width: int, slower: Slower) -> Tensor:
    """By how much each pair has turned at each place."""
    pairs = torch.linspace(0, 1, width // 2, dtype=torch.float64)
    slowed = slower(pairs) * speeds(pairs)
    return torch.outer(torch.arange(T).double(), slowed)


def speeds(pairs: Tensor) -> Tensor:
    """Radians that each pair turns at a step, as trained."""
    return 10_000 ** (-torch.arange(len(pairs)) / len(pairs))


def turned(x: Tensor, slower: Slower) -> Tensor:
    """Pairs as complex numbers, times a factor of length 1."""
    angle = angles(*x.shape[-2:], slower)
    factor = torch.polar(torch.ones_like(angle), angle)
    number = torch.view_as_complex(x.double().unflatten(-1, (-1, 2)))
    return torch.view_as_real(number * factor).flatten(-2).to(x)


class Slowed(Position):
    """Rotary positions with slower clocks."""

    def __init__(self, slower: Slower) -> None:
        super().__init__()
        self.slower = slower

    def rotate(self, q, k, start=0):
        return turned(q, self.slower), turned(k, self.slower)


class Added(nn.Module):
    """Sines and cosines of slower clocks."""

    def __init__(self, slower: Slower) -> None:
        super().__init__()
        self.slower = slower

    def forward(self, x, start=0):
        angle = angles(*x.shape[-2:], self.slower)
        wave = torch.stack([angle.sin(), angle.cos()], -1).flatten(-2)
        return x + wave.to(x)


def load(name: str, clocks: str) -> Tagger:
    """A shipped model of rotary or sinusoidal positions, its clocks slowed."""
    model = pretrained.load(name)
    if name.endswith("rotary"):
        for layer in model.layers:
            layer.heads.position = Slowed(SLOWED[clocks])
    else:
        model.places = Added(SLOWED[clocks])
    return model
