"""`scenes`: coloured shapes and handwritten digits on a canvas, with captions
whose generator knows where each word's object is.

A caption names the things in reading order: "a red circle left of a blue
seven above a green square". Things may be alike, and may hide a part of each
other. The digits are those of scikit-learn. Built in chapter 3.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, UInt8
from sklearn import datasets
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
SIZES = (14, 20)  # pixels that a thing is wide, smallest and largest
MOST = 6  # things in a scene
ROW = 10  # pixels: who stands lower than this begins a new row
DRAWN = 0.25  # the share of a pixel's ink from which it counts as drawn
HIDDEN = 0.3  # the largest share of a thing that others may cover
EDGE = 12  # pixels around the canvas, cut off after painting

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are one past the end."""

HELD = frozenset(
    (colour, kind)
    for (c, colour), (k, kind) in product(enumerate(COLOURS), enumerate(KINDS))
    if (2 * c + k) % 7 == 0
)
"""Combinations of colour and kind that only the split "held" shows: two of
each colour.
"""


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


class Scene(NamedTuple):
    """Things in the order in which they are painted."""

    things: tuple[Thing, ...]

    @property
    def image(self) -> Float[Tensor, "3 64 64"]:
        """Red, green and blue from 0 to 1 on white."""
        canvas = torch.ones(3, SIDE + 2 * EDGE, SIDE + 2 * EDGE)
        for thing in self.things:
            ink = _ink(thing.kind, thing.size, thing.digit)
            colour = torch.tensor(COLOURS[thing.colour])[:, None, None]
            spot = canvas[_place(thing, ink)]
            spot += ink * (colour - spot)
        return canvas[:, EDGE:-EDGE, EDGE:-EDGE]

    @property
    def read(self) -> tuple[Thing, ...]:
        """The things in reading order: row by row, from the left; who stands
        more than ROW pixels below the first of a row begins the next.
        """
        return tuple(thing for row in rows(self.things) for thing in row)

    @property
    def words(self) -> list[tuple[str, int]]:
        """The words of the caption, each with the place in `read` of the thing
        that it names; -1 for words that name none.
        """
        words: list[tuple[str, int]] = []
        place = 0
        for row in rows(self.things):
            for k, thing in enumerate(row):
                link = ("left", "of") if k else ("above",) if words else ()
                words += [(word, -1) for word in (*link, "a")]
                words += [(thing.colour, place), (thing.kind, place)]
                place += 1
        return words

    @property
    def caption(self) -> str:
        """The caption as a sentence."""
        return " ".join(word for word, _ in self.words)


def rows(things: Sequence[Thing]) -> list[list[Thing]]:
    """The rows of a scene, from the top, each from the left."""
    found: list[list[Thing]] = []
    for thing in sorted(things, key=lambda thing: thing.y):
        if not found or thing.y - found[-1][0].y > ROW:
            found.append([])
        found[-1].append(thing)
    return [sorted(row, key=lambda thing: thing.x) for row in found]


def paint(found: Sequence[Scene]) -> UInt8[Tensor, "n 3 64 64"]:
    """The images of several scenes, as numbers of 0 to 255."""
    return torch.stack(
        [(255 * scene.image).round().to(torch.uint8) for scene in found]
    )


def mentions(caption: str) -> list[tuple[str, ...]]:
    """What a caption, right or wrong, says of each thing: the two words after
    each "a".
    """
    words = caption.split()
    starts = [i for i, word in enumerate(words) if word == "a"]
    return [tuple(words[i + 1 : i + 3]) for i in starts]


def box(thing: Thing) -> Box:
    """The box of the pixels that a thing draws, before others cover it."""
    ink = _ink(thing.kind, thing.size, thing.digit) >= DRAWN
    across, down = (ink.any(axis).nonzero().flatten() for axis in (0, 1))
    left, top = (centre - ink.shape[0] // 2 for centre in (thing.x, thing.y))
    return (
        left + int(across[0]),
        top + int(down[0]),
        left + int(across[-1]) + 1,
        top + int(down[-1]) + 1,
    )


@cache
def split(name: str, count: int = 1000) -> tuple[Scene, ...]:
    """The first `count` scenes of "train", "val", "test" or "held".

    No image of a digit is used by two of train, val and test; "held" takes
    those of test, and each of its scenes has a combination of HELD, which the
    others never show. Raises ValueError for another name.
    """
    numbers = {"train": 1, "val": 2, "test": 3, "held": 4}
    if name not in numbers:
        raise ValueError(
            f"unknown split: {name!r}; there are {', '.join(numbers)}"
        )
    generator = torch.Generator().manual_seed(numbers[name])
    found: list[Scene] = []
    while len(found) < count:
        drawn = scene(generator, name)
        if name != "held" or any(thing[:2] in HELD for thing in drawn.things):
            found.append(drawn)
    return tuple(found)


def scene(
    generator: torch.Generator, split: str = "train", things: int | None = None
) -> Scene:
    """A scene of so many things, by default 1 to MOST, drawn from the
    combinations and the digit images of a split.
    """
    count = things or _draw(generator, 1, MOST)
    while True:
        chosen: list[Thing] = []
        for _ in range(count * 20):
            thing = _thing(generator, split)
            if clear([*chosen, thing]):
                chosen.append(thing)
            if len(chosen) == count:
                return Scene(tuple(chosen))


def clear(things: Sequence[Thing]) -> bool:
    """Whether the reading order is plain, and most of each thing is seen."""
    found = rows(things)
    for row in found:
        heights = [thing.y for thing in row]
        if max(heights) - min(heights) > ROW - 2:
            return False
        if any(b.x - a.x < ROW - 2 for a, b in pairwise(row)):
            return False
    tops = [min(thing.y for thing in row) for row in found]
    if any(b - a < ROW + 2 for a, b in pairwise(tops)):
        return False
    return max(covered(things)) <= HIDDEN


def covered(things: Sequence[Thing]) -> list[float]:
    """The share of each thing's ink that later ones cover."""
    side = SIDE + 2 * EDGE
    over = torch.zeros(1, side, side)
    shares = []
    for thing in reversed(things):
        ink = _ink(thing.kind, thing.size, thing.digit)
        spot = over[_place(thing, ink)]
        shares.append(float((ink * spot).sum() / ink.sum()))
        torch.maximum(spot, ink, out=spot)
    return shares[::-1]


def digits(split: str) -> list[list[int]]:
    """For 0 to 9, which of scikit-learn's images belong to a split."""
    shares = {"train": range(2, 10), "val": (1,), "test": (0,), "held": (0,)}
    named = _digits()[1]
    return [
        [
            i
            for i in (named == n).nonzero().flatten().tolist()
            if i % 10 in shares[split]
        ]
        for n in range(10)
    ]


def handwriting(digit: int) -> UInt8[Tensor, "8 8"]:
    """One of scikit-learn's images of a digit, from 0 to 16."""
    return (16 * _digits()[0][digit]).to(torch.uint8)


_chosen = cache(digits)


def _thing(generator: torch.Generator, split: str) -> Thing:
    """A shape or a digit, as often one as the other, inside the canvas; half
    of those of "held" are of HELD.
    """
    held = split == "held" and _draw(generator, 0, 1) == 1
    family = SHAPES if _draw(generator, 0, 1) else DIGITS
    colour, kind = _of(generator, _combinations(family, held))
    size = _draw(generator, *SIZES)
    near, far = (size + 1) // 2, SIDE - (size + 1) // 2
    x, y = (_draw(generator, near, far) for _ in range(2))
    digit = -1
    if kind in DIGITS:
        digit = _of(generator, _chosen(split)[DIGITS.index(kind)])
    return Thing(colour, kind, x, y, size, digit)


@cache
def _combinations(family: tuple[str, ...], held: bool) -> list[tuple[str, str]]:
    every = product(COLOURS, family)
    return [pair for pair in every if (pair in HELD) == held]


def _draw(generator: torch.Generator, low: int, high: int) -> int:
    """A whole number from low to high, both possible."""
    return int(torch.randint(low, high + 1, (), generator=generator))


def _of(generator: torch.Generator, options: Sequence) -> Any:
    return options[_draw(generator, 0, len(options) - 1)]


def _place(thing: Thing, ink: Tensor) -> tuple[slice, slice, slice]:
    """Where the ink of a thing falls on a canvas with EDGE around it."""
    half = ink.shape[0] // 2
    across, down = (
        slice(centre + EDGE - half, centre + EDGE + half)
        for centre in (thing.x, thing.y)
    )
    return slice(None), down, across


@cache
def _ink(kind: str, size: int, digit: int) -> Float[Tensor, "side side"]:
    """How much of each pixel a thing covers, from 0 to 1, around its centre."""
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
    image = _digits()[0][digit][None, None]
    ink = F.grid_sample(image, grid, align_corners=False)[0, 0]
    return (1.25 * ink).clamp(0, 1)


@cache
def _digits() -> tuple[Tensor, Tensor]:
    """scikit-learn's handwritten digits "1797 8 8" from 0 to 1, and what they
    are.
    """
    found = datasets.load_digits()
    return torch.tensor(found.images / 16), torch.tensor(found.target)
