"""Matrices in proportion, without their numbers."""

from attncourse.drawing.canvas import Box, Canvas, Look
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Path, Point

UNIT = 12
"""Pixels of one row or column."""


def grid(
    card: Canvas,
    x: Number,
    y: Number,
    sides: tuple[int, int],
    colour: str,
    *,
    row: int | None = None,
    column: int | None = None,
    unit: Number = UNIT,
) -> Box:
    """A matrix of `sides` rows and columns, one row or one column lit."""
    rows, columns = sides
    box = card.box(x, y, columns * unit, rows * unit, "", colour, corner=2)
    left, top = box.at(-1, -1)
    look: Look = {"tint": 0.5, "corner": 0, "outline": False}
    if row is not None:
        card.box(x, top + (row + 0.5) * unit, box.w, unit, "", colour, **look)
    if column is not None:
        at = left + (column + 0.5) * unit
        card.box(at, y, unit, box.h, "", colour, **look)
    lines: list[tuple[Point, Point]] = []
    for i in range(1, rows):
        lines.append(((left, top + i * unit), (left + box.w, top + i * unit)))
    for j in range(1, columns):
        lines.append(((left + j * unit, top), (left + j * unit, top + box.h)))
    way = [(c, (p,)) for line in lines for c, p in zip("ML", line, strict=True)]
    card.marks.append(Path(tuple(way), stroke=colour, width=0.7))
    return box
