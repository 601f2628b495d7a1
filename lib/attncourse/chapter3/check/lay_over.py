"""Maps of weights: each cell laid over its pixels."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def grid(seed, T, rows, columns, side, **more):
    sizes = {"rows": rows, "columns": columns, "side": side}
    return case(seed, T=T, S=rows * columns, **sizes, **more)


exercise = Exercise(
    takes={"weights": "T S", "rows": "", "columns": "", "side": ""},
    returns=("maps",),
    learned=False,
    steps={
        "grid": Step(
            "T I J",
            lambda weights, rows, columns: weights.reshape(-1, rows, columns),
            "row by row: cell i J + j in row i, column j",
        ),
        "high": Step("", lambda side, rows: side // rows, "pixels per row"),
        "wide": Step(
            "", lambda side, columns: side // columns, "pixels per column"
        ),
        "bands": Step(
            "T Y J",
            lambda grid, high: grid.repeat_interleave(high, 1),
            "each row repeated downwards",
        ),
        "maps": Step(
            "T Y X",
            lambda bands, wide: bands.repeat_interleave(wide, 2),
            "each column repeated to the right",
            "the weight at {Y}, {X}; cells of {high} x {wide} pixels",
        ),
    },
    cases={
        "two rows of one cell, 2 x 2 pixels": grid(6, 1, 2, 1, 2, whole=True),
        "one row of two cells, 2 x 2 pixels": grid(6, 1, 1, 2, 2, whole=True),
        "two rows of two cells, 4 x 4 pixels": grid(6, 1, 2, 2, 4, whole=True),
        "four words, 2 rows of 3 cells": grid(1, 4, 2, 3, 12),
        "more rows than columns": grid(2, 2, 5, 2, 10),
        "square grid": grid(3, 7, 3, 3, 9),
        "a cell is a pixel": grid(4, 2, 3, 3, 3),
    },
    mistakes={
        "the maps are tiled: the whole grid is repeated, not each cell": {
            "maps": lambda grid, high, wide: grid.repeat(1, high, wide)
        },
        "each weight is divided among its pixels": {
            "maps": lambda bands, wide, high: (
                bands.repeat_interleave(wide, 2) / (wide * high)
            )
        },
    },
)
