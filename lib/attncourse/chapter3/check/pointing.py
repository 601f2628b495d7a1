"""The pointing game: does the largest weight lie in the box?"""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def words(side, rows, columns, *words, flat=False):
    """A word is "i j left top right bottom": the cell of its largest weight,
    and its box. `flat` makes all weights equal.
    """
    numbers = torch.tensor([[*map(float, word.split())] for word in words])
    weights = torch.full((len(words), rows, columns), 0.05).double()
    for t, (i, j) in enumerate(numbers[:, :2].int().tolist()):
        weights[t, i - 1] = weights[t, :, j - 1] = 0.45
        weights[t, i, j] = 0.5
    weights = torch.ones_like(weights) if flat else weights
    return case(weights=weights, boxes=numbers[:, 2:].double(), side=side)


def inside(box, point, first):
    """Between two edges of a box: left and right, or top and bottom."""
    return (box[:, first] <= point) & (point < box[:, first + 2])


def draw(chance):
    """Some words, each with a box around its cell or near it."""
    rows, columns = chance.sample(range(2, 8), 2)
    side, drawn = chance.randint(20, 80), []
    for _ in range(chance.randint(2, 5)):
        i, j = chance.randrange(rows), chance.randrange(columns)
        centre = (j + 0.5) * side / columns, (i + 0.5) * side / rows
        left, top = (x - chance.uniform(-2, 6) for x in centre)
        box = left, top, left + chance.uniform(3, 9), top + chance.uniform(3, 9)
        drawn.append(" ".join(map(str, (i, j, *box))))
    return words(side, rows, columns, *drawn)


exercise = Exercise(
    takes={"weights": "T I J", "boxes": "T four", "side": ""},
    returns=("share",),
    steps={
        "place": Step(
            "T",
            lambda weights: weights.flatten(1).argmax(-1),
            "the largest weight",
        ),
        "row": Step(
            "T", lambda place, weights: place // weights.shape[2], "place // J"
        ),
        "column": Step(
            "T", lambda place, weights: place % weights.shape[2], "place % J"
        ),
        "wide": Step(
            "",
            lambda side, weights: side / weights.shape[2],
            "side / J, the width of a cell",
        ),
        "high": Step(
            "",
            lambda side, weights: side / weights.shape[1],
            "side / I, the height of a cell",
        ),
        "x": Step("T", lambda column, wide: (column + 0.5) * wide, "centre"),
        "y": Step("T", lambda row, high: (row + 0.5) * high, "centre"),
        "across": Step(
            "T", lambda boxes, x: inside(boxes, x, 0), "left to right"
        ),
        "down": Step(
            "T", lambda boxes, y: inside(boxes, y, 1), "top to bottom"
        ),
        "hits": Step("T", lambda across, down: across & down, "inside the box"),
        "share": Step(
            "",
            lambda hits: float(hits.double().mean()),
            "the mean over the words",
            "the mean of {hits}",
        ),
    },
    cases={
        "one word, one row of two cells": words(8, 1, 2, "0 1 4 0 8 8"),
        "one word, two rows of one cell": words(8, 2, 1, "1 0 0 5 8 7"),
        "the box ends at x": words(8, 2, 2, "0 0 0 0 2 4", "0 1 4 0 6 4"),
        "the box ends at y": words(8, 2, 2, "1 1 4 4 8 6"),
        "the box begins at x": words(8, 2, 2, "0 1 6 0 8 4"),
        "the box begins at y": words(8, 2, 2, "1 0 0 6 4 8"),
        "three words, 2 rows of 5 cells": words(
            20, 2, 5, "0 3 12 2 16 8", "1 1 4 10 9 14", "1 4 2 14 6 18"
        ),
        "more rows than columns": words(
            18, 6, 2, "4 0 1 11 9 15", "1 1 9 9 18 18"
        ),
        "odd width, half pixels": words(9, 3, 3, "0 1 4.2 0 6 3"),
        "odd height, half pixels": words(9, 3, 3, "1 1 3 3 6 4.2"),
        "no whole pixels across": words(64, 5, 7, "0 6 59 6 60 7"),
        "no whole pixels down": words(64, 5, 7, "4 6 59 57 61 58"),
        "all weights equal": words(8, 2, 2, "0 0 0 0 8 8", flat=True),
        "boxes of other words": words(12, 3, 4, "0 0 9 8 12 12", "2 3 0 0 3 4"),
    },
    mistakes={
        "the corner of a cell is taken, not its centre": {
            "x": lambda column, wide: column * wide,
            "y": lambda row, high: row * high,
        },
        "a box is read as left, right, top, bottom": {
            "across": lambda boxes, x: inside(boxes[:, [0, 2, 1, 3]], x, 0),
            "down": lambda boxes, y: inside(boxes[:, [0, 2, 1, 3]], y, 1),
        },
        "cells are counted, where the box has pixels": {
            "x": lambda column: column + 0.5,
            "y": lambda row: row + 0.5,
        },
        "centres are rounded to whole pixels": {
            "x": lambda column, wide: column * int(wide) + int(wide) // 2,
            "y": lambda row, high: row * int(high) + int(high) // 2,
        },
        "x is made of the row, y of the column": {
            "x": lambda row, high: (row + 0.5) * high,
            "y": lambda column, wide: (column + 0.5) * wide,
        },
        "place is divided by I, the number of rows, not by J": {
            "row": lambda place, weights: place // weights.shape[1],
            "column": lambda place, weights: place % weights.shape[1],
        },
    },
    draw=draw,
)
