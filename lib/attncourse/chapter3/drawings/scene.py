"""A small scene on a canvas: what the drawings of chapter 3 look at."""

from collections.abc import Sequence
from typing import NamedTuple

from attncourse.chapter3.scenes import COLOURS
from attncourse.drawing.canvas import Box, Canvas, Look
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Path, rounded


class Drawn(NamedTuple):
    """An object: its centre as shares of the side, its width too."""

    colour: str
    kind: str
    x: float
    y: float
    size: float = 0.26


THINGS = (
    Drawn("red", "circle", 0.18, 0.2),
    Drawn("blue", "square", 0.82, 0.22),
    Drawn("green", "triangle", 0.5, 0.8),
)


def scene(
    card: Canvas,
    x: Number,
    y: Number,
    side: Number,
    weights: Sequence[Sequence[float]] = (),
) -> Box:
    """A white canvas with THINGS on it; with `weights`, in a grid whose cells
    are the fuller, the larger their weights.
    """
    paper = Box(x, y, side, side)
    outline = rounded(paper, 2)
    card.marks.append(Path(outline, "#ffffff", 1.0, "muted"))
    size = side / max(len(weights), 1)
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            middle = paper.at(-1, -1)
            place = middle[0] + (j + 0.5) * size, middle[1] + (i + 0.5) * size
            look: Look = {"tint": 0.7 * weight, "corner": 0}
            card.box(*place, size, size, "", "weight", outline=False, **look)
            card.box(*place, size, size, "", "rule", tint=0, corner=0)
    for thing in THINGS:
        left, top = paper.at(-1, -1)
        place = left + thing.x * side, top + thing.y * side
        put(card, place, thing.size * side, thing.kind, ink(thing.colour))
    return paper


def put(
    card: Canvas,
    middle: tuple[Number, Number],
    size: Number,
    kind: str,
    shade: str,
) -> None:
    """A circle, a square or a triangle in its colour."""
    x, y = middle
    if kind == "triangle":
        corners = ((x, y - size / 2), (x + size / 2, y + size / 2))
        points = (*corners, (x - size / 2, y + size / 2))
        lines = tuple(
            ("M" if k == 0 else "L", (point,)) for k, point in enumerate(points)
        )
        card.marks.append(Path((*lines, ("Z", ())), shade, 1.0))
        return
    corner = size / 2 if kind == "circle" else 0.5
    card.box(x, y, size, size, "", shade, tint=1, corner=corner, outline=False)


def ink(colour: str) -> str:
    """A colour of `data.scenes` as #rrggbb."""
    parts = (round(255 * part) for part in COLOURS[colour])
    return "#" + "".join(f"{part:02x}" for part in parts)
