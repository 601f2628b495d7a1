"""What further calls of `pointing` show: where an answer has its point, found
with a box of one pixel, and whether it judges single words rightly.
"""

from collections.abc import Callable

import torch

from attnbook.check.chapter3.looked import (
    SIDE,
    Box,
    Cell,
    hit,
    looks,
    share,
    word_case,
)
from attnbook.check.checker import Case
from attnbook.check.rate import TOLERANCE


def _one(cell: Cell) -> dict:
    """One word that looks at a cell of 2 x 3 places."""
    return word_case("", (2, 3), (cell, (0, 0, 1, 1))).make()


def _asker(function: Callable[..., float], one: dict) -> Callable[[Box], float]:
    """What is said of one word with another box."""
    return lambda box: function(**one | {"boxes": torch.tensor([box])})


def _point(function: Callable[..., float], cell: Cell) -> str | None:
    """Where is the point? A box of one pixel is tried everywhere."""
    pixels = [(x, y) for y in range(SIDE) for x in range(SIDE)]
    one = _one(cell)
    asked = _asker(function, one)
    found = {(x, y): float(asked((x, y, x + 1, y + 1))) for x, y in pixels}
    due = looks(**one)[0].centre
    place = f"the place in row {cell[0]}, column {cell[1]} of 2 x 3"
    centre = f"its centre is x = {due[0]:g}, y = {due[1]:g}"
    hits = [pixel for pixel in pixels if found[pixel]]
    near = all(0 <= due[k] - point[k] <= 1 for point in hits for k in (0, 1))
    around = tuple(round(n) + by for by in (-1, 2) for n in due)
    if (hits and near) or (not hits and asked(around) == 1):
        return _whole(found, hits)  # what is left is a matter of edges
    if not hits and (far := _outside(asked)):
        x, y = far
        return (
            f"your point of {place} is x = {x}, y = {y}, outside of the "
            f"image: {centre}."
        )
    if not hits:
        return (
            f"no box of one pixel is a hit for you, not even that at the "
            f"centre of {place}: {centre}."
        )
    x, y = hits[0]
    if len(hits) > 1:
        return (
            f"{len(hits)} boxes of one pixel are hits for {place}, from x = "
            f"{x}, y = {y} on. A point lies in one pixel alone: {centre}."
        )
    return f"your point of {place} is x = {x}, y = {y}: {centre}."


def _outside(asked: Callable[[Box], float]) -> tuple[int, int] | None:
    """A point that no box in the image holds, by stripes beyond its edges."""
    low, high = -2 * SIDE, 3 * SIDE
    stripes = {
        "x": lambda n: (n, low, n + 1, high),
        "y": lambda n: (low, n, high, n + 1),
    }
    found = [
        [n for n in range(low, high) if asked(stripe(n))]
        for stripe in stripes.values()
    ]
    if any(len(hits) != 1 for hits in found):
        return None
    return found[0][0], found[1][0]


def _whole(found: dict, hits: list) -> str | None:
    """One word and one hit make 1."""
    if not hits or found[hits[0]] == 1:
        return None
    return (
        f"one word and one hit is a share of 1, and yours is "
        f"{found[hits[0]]:.4g}."
    )


def traced(
    cases: tuple[Case, ...], function: Callable[..., float]
) -> str | None:
    """What words one by one show: their points, then how they are counted."""

    def positional(weights, boxes, side):
        return function(weights, boxes, side)

    for cell in ((0, 2), (1, 0)):
        if says := _point(positional, cell):
            return says
    for case in cases:
        given = case.make()
        for t in range(len(given["boxes"])):
            one = given | {k: given[k][t : t + 1] for k in ("weights", "boxes")}
            if abs(positional(**one) - share(hit, **one)) > TOLERANCE:
                return None
    return (
        "each word alone is judged rightly, so the mistake is in how words "
        "are put together: the share is the number of hits over T, each word "
        "with its own map and its own box."
    )
