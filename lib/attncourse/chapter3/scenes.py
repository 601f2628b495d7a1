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
from torch import Tensor

from attnbook.data import painting
from attnbook.data.painting import (
    COLOURS,
    DIGITS,
    KINDS,
    SHAPES,
    SIDE,
    Thing,
    covered,
)

SIZES = (14, 20)  # pixels that a thing is wide, smallest and largest
MOST = 6  # things in a scene
ROW = 10  # pixels: who stands lower than this begins a new row
DRAWN = 0.25  # the share of a pixel's ink from which it counts as drawn
WHITE = 0.98  # red, green and blue from which a pixel counts as white
HIDDEN = 0.3  # the largest share of a thing that others may cover

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


class Scene(NamedTuple):
    """Things in the order in which they are painted."""

    things: tuple[Thing, ...]

    @property
    def image(self) -> Float[Tensor, "3 64 64"]:
        """Red, green and blue from 0 to 1 on white."""
        return painting.image(self.things)

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


def paint(found: Sequence[Scene]) -> UInt8[Tensor, "count 3 64 64"]:
    """The images of several scenes, as numbers of 0 to 255."""
    return torch.stack(
        [(255 * scene.image).round().to(torch.uint8) for scene in found]
    )


def like(image: Float[Tensor, "3 Y X"]) -> bool:
    """Whether an image may be a scene: half of it or more is white.

    Measured: 61% or more of each of 4,000 scenes (58% as JPEG), at most 4%
    of each of 600 pieces of scikit-learn's two photographs.
    """
    return float((image >= WHITE).all(0).float().mean()) >= 0.5


def mentions(caption: str) -> list[tuple[str, ...]]:
    """What a caption, right or wrong, says of each thing: the two words after
    each "a".
    """
    words = caption.split()
    starts = [i for i, word in enumerate(words) if word == "a"]
    return [tuple(words[i + 1 : i + 3]) for i in starts]


def box(thing: Thing) -> Box:
    """The box of the pixels that a thing draws, before others cover it."""
    ink = painting.ink(thing) >= DRAWN
    across, down = (ink.any(axis).nonzero().flatten() for axis in (0, 1))
    left, top = (centre - ink.shape[0] // 2 for centre in (thing.x, thing.y))
    return (
        max(left + int(across[0]), 0),
        max(top + int(down[0]), 0),
        min(left + int(across[-1]) + 1, SIDE),
        min(top + int(down[-1]) + 1, SIDE),
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


def digits(split: str) -> list[list[int]]:
    """For 0 to 9, which of scikit-learn's images belong to a split."""
    shares = {"train": range(2, 10), "val": (1,), "test": (0,), "held": (0,)}
    named = painting.handwritten()[1]
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
    return (16 * painting.handwritten()[0][digit]).to(torch.uint8)


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
