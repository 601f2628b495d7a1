"""Coloured things on a white canvas, shapes and handwritten digits: the paint
behind `scenes`. The digits are those of scikit-learn. Built in chapter 3.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

SIDE = 64  # pixels of the canvas, both ways
COLOURS = {  # red, green, blue from 0 to 1
    "red": (0.85, 0.15, 0.15),
    "green": (0.15, 0.65, 0.2),
    "blue": (0.15, 0.35, 0.9),
    "yellow": (0.95, 0.8, 0.1),
    "purple": (0.6, 0.2, 0.75),
    "black": (0.1, 0.1, 0.1),
}
SHAPES = ("circle", "square", "triangle", "cross")
DIGITS = (
    *("zero", "one", "two", "three", "four"),
    *("five", "six", "seven", "eight", "nine"),
)
KINDS = SHAPES + DIGITS
EDGE = 12  # pixels around the canvas, cut off after painting


class Thing(NamedTuple):
    """One object: its centre and its width in pixels from the upper left
    corner; `digit` says which of scikit-learn's images a digit is.
    """

    colour: str
    kind: str
    x: int
    y: int
    size: int
    digit: int = -1


def image(things: Sequence[Thing]) -> Float[Tensor, "3 64 64"]:
    """Red, green and blue from 0 to 1: the things on white, one after the
    other.
    """
    canvas = torch.ones(3, SIDE + 2 * EDGE, SIDE + 2 * EDGE)
    for thing in things:
        drop = ink(thing)
        colour = torch.tensor(COLOURS[thing.colour])[:, None, None]
        spot = canvas[_place(thing, drop)]
        spot += drop * (colour - spot)
    return canvas[:, EDGE:-EDGE, EDGE:-EDGE]


def ink(thing: Thing) -> Float[Tensor, "side side"]:
    """How much of each pixel a thing covers, from 0 to 1, around its centre."""
    return _ink(thing.kind, thing.size, thing.digit)


def covered(things: Sequence[Thing]) -> list[float]:
    """The share of each thing's ink that later ones cover."""
    side = SIDE + 2 * EDGE
    over = torch.zeros(1, side, side)
    shares = []
    for thing in reversed(things):
        drop = ink(thing)
        spot = over[_place(thing, drop)]
        shares.append(float((drop * spot).sum() / drop.sum()))
        torch.maximum(spot, drop, out=spot)
    return shares[::-1]


def _place(thing: Thing, drop: Tensor) -> tuple[slice, slice, slice]:
    """Where the ink of a thing falls on a canvas with EDGE around it."""
    half = drop.shape[0] // 2
    across, down = (
        slice(centre + EDGE - half, centre + EDGE + half)
        for centre in (thing.x, thing.y)
    )
    return slice(None), down, across


@cache
def _ink(kind: str, size: int, digit: int) -> Float[Tensor, "side side"]:
    half = (size + 1) // 2 + 1
    steps = torch.arange(-half, half, dtype=torch.float64) + 0.5
    x, y = steps[None, :], steps[:, None]
    if kind in DIGITS:
        return _stroke(digit, 2 * x / size, 2 * y / size).float()
    r = size / 2
    distance = {
        "circle": torch.hypot(x, y) - r,
        "square": torch.maximum(x.abs(), y.abs()) - 0.9 * r,
        "triangle": torch.maximum(y - r, (2 * x.abs() - y - r) / 5**0.5),
        "cross": torch.minimum(
            torch.maximum(x.abs() - r, y.abs() - r / 3),
            torch.maximum(x.abs() - r / 3, y.abs() - r),
        ),
    }[kind]
    return (0.5 - distance).clamp(0, 1).float()


def _stroke(digit: int, x: Tensor, y: Tensor) -> Tensor:
    """An image of a digit, 8 by 8, read between its pixels at places from -1
    to 1, and made darker.
    """
    grid = torch.stack(torch.broadcast_tensors(x, y), -1)[None]
    given = handwritten()[0][digit][None, None]
    read = F.grid_sample(given, grid, align_corners=False)[0, 0]
    return (1.25 * read).clamp(0, 1)


@cache
def handwritten() -> tuple[Tensor, Tensor]:
    """scikit-learn's handwritten digits "1797 8 8" from 0 to 1, and what they
    are.
    """
    # takes seconds to import, and whoever draws no digit needs it not
    from sklearn import datasets

    found = datasets.load_digits()
    return torch.tensor(found.images / 16), torch.tensor(found.target)
