"""Small drawings: the idea of a chapter, on a card of the first page."""

import math
from collections.abc import Sequence

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Box, Point

LINES = 26, 64, 102
"""The middles of three lines of words."""
LEFT, RIGHT = 34, 192


def card() -> Canvas:
    """An empty one."""
    return Canvas(236, 128)


def column(
    canvas: Canvas, x: Number, words: Sequence[str], colour: str
) -> list[Box]:
    """Three words below each other."""
    lines = zip(LINES, words, strict=True)
    return [canvas.token(x, y, word, colour) for y, word in lines]


def around(middle: Point, r: Number, share: Number) -> Point:
    """A point of a circle, `share` of the way around it from the top."""
    angle = 2 * math.pi * share
    x, y = middle
    return x + r * math.sin(angle), y - r * math.cos(angle)
