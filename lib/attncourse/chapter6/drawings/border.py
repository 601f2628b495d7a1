"""The drawing of a convolution that tells positions apart by the border."""

from itertools import product

import torch

from attncourse.chapter6.drawings.clocks import COLOUR
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Point
from attncourse.spec import positions

ROWS, COLUMNS, SIDE = 4, 5, 3
"""Rows and columns of the grid, and the side of the window."""
CELL = 28
WINDOWS = {(0, 0): "series3", (2, 3): "ink"}
"""Two positions whose windows are drawn, with their colours."""


def sums() -> list[list[int]]:
    """What a window of ones adds to each position of a grid of ones."""
    ones = torch.ones(ROWS * COLUMNS, 1, dtype=torch.float64)
    kernel = ones.new_ones(1, SIDE, SIDE)
    added = (
        positions.conditional_2d(ones, kernel, ones.new_zeros(1), COLUMNS)
        - ones
    )
    return added.reshape(ROWS, COLUMNS).int().tolist()


def border() -> Drawing:
    """A grid of ones with zeros around it, and what a convolution adds."""
    card = Canvas(440, 232)
    card.text(106, 18, "*all positions alike*")
    card.text(348, 18, "*what is added*")
    ringed(card, 108, 124)
    added(card, 348, 124)
    card.arrow((218, 124), (266, 124))
    card.text(242, 106, f"{SIDE} \u00d7 {SIDE}")
    rows = "; ".join(", ".join(map(str, row)) for row in sums())
    corner, edge, middle = (sums()[i][j] for i, j in ((0, 0), (0, 1), (1, 1)))
    return finish(
        card,
        f"""A grid of {ROWS} by {COLUMNS} positions that all hold a 1, with
        zeros around it. A window of {SIDE} by {SIDE} is drawn around a position
        in the corner, most of it over zeros, and around a position inside, over
        no zero. The sums of the windows, which are added to the positions, are
        {rows}.""",
        f"""The border tells positions apart. A convolution of {SIDE} \u00d7
        {SIDE} is the same at all positions, but at the border its window
        reaches over zeros. From equal positions it makes {corner} in a corner,
        {edge} at an edge and {middle} inside (Chu et al. 2023; all weights of
        the window are 1 here).""",
    )


def ringed(card: Canvas, x: Number, y: Number) -> None:
    """The grid with one ring of zeros, and two windows on it."""
    around = product(range(-1, ROWS + 1), range(-1, COLUMNS + 1))
    grid = list(product(range(ROWS), range(COLUMNS)))
    ring = [place for place in around if place not in grid]
    for places, number, tone in ((ring, 0, "rule"), (grid, 1, "encoder")):
        for i, j in places:
            at = centre(x, y, i, j)
            look: Look = {"corner": 3, "tint": 0.03 + 0.11 * number}
            card.box(*at, CELL, CELL, "", tone, **look)
            card.text(*at, str(number), colour="ink" if number else "muted")
    side = SIDE * CELL
    for place, tone in WINDOWS.items():
        at = centre(x, y, *place)
        card.box(*at, side, side, "", tone, tint=0.1, corner=5)


def added(card: Canvas, x: Number, y: Number) -> None:
    """What the convolution adds to each position; the larger, the darker."""
    for i, row in enumerate(sums()):
        for j, total in enumerate(row):
            look: Look = {"corner": 3, "tint": 0.5 * (total / SIDE**2) ** 2}
            at = centre(x, y, i, j)
            card.box(*at, CELL, CELL, str(total), COLOUR, **look)
    for (i, j), colour in WINDOWS.items():
        card.box(*centre(x, y, i, j), CELL, CELL, "", colour, tint=0, corner=3)


def centre(x: Number, y: Number, i: int, j: int) -> Point:
    """The middle of a position, in a grid around a point."""
    return x + CELL * (j - (COLUMNS - 1) / 2), y + CELL * (i - (ROWS - 1) / 2)
