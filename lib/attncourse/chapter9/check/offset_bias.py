"""Scores that depend on the offset between two patches: a learned number for
each head, each offset in rows and each offset in columns.
"""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def sized(seed, H, I, J):  # noqa: E741
    return case(seed, H=H, **{"2I-1": 2 * I - 1, "2J-1": 2 * J - 1})


def grid(table):
    """Rows and columns of the grid."""
    return [(size + 1) // 2 for size in table.shape[1:]]


def place(table):
    """The patches in a row."""
    rows, columns = grid(table)
    return torch.arange(rows * columns)


def row(table):
    return place(table) // grid(table)[1]


def column(table):
    return place(table) % grid(table)[1]


def offset(place):
    """How far the key stands behind the query."""
    return place - place[:, None]


def down(row):
    return offset(row)


def across(column):
    return offset(column)


def bias(table, down, across):
    rows, columns = grid(table)
    return table[:, down + rows - 1, across + columns - 1]


exercise = Exercise(
    takes={"table": "H 2I-1 2J-1"},
    returns=("bias",),
    steps={
        "row": Step("S", row, "the row of each patch in the grid"),
        "column": Step("S", column, "the column of each patch in the grid"),
        "down": Step("S S'", down, "how many rows the key stands below"),
        "across": Step(
            "S S'", across, "how many columns the key stands to the right"
        ),
        "bias": Step(
            "H S S'", bias, "offset (0, 0) is in the middle of the table"
        ),
    },
    cases={
        "one head, one row of three patches": sized(1, H=1, I=1, J=3),
        "one head, one column of three patches": sized(2, H=1, I=3, J=1),
        "a grid of 2 x 4": sized(3, H=5, I=2, J=4),
        "a grid of 5 x 4, three heads": sized(4, H=3, I=5, J=4),
        "a square grid": sized(5, H=2, I=3, J=3),
        "one patch": sized(6, H=4, I=1, J=1),
    },
    mistakes={
        "the offsets are shifted by half of the grid, not by its size less 1": {
            "bias": lambda table, down, across: table[
                :, down + grid(table)[0] // 2, across + grid(table)[1] // 2
            ]
        },
        "a row of the flat table is taken to be as long as one of the grid": {
            "bias": lambda table, down, across: table.flatten(1)[
                :,
                (down + grid(table)[0] - 1) * grid(table)[1]
                + across
                + grid(table)[1]
                - 1,
            ]
        },
        "the offsets are not shifted, so that negative ones count from the "
        "end of the table": {
            "bias": lambda table, down, across: table[:, down, across]
        },
        "the sign of the offsets is lost": {
            "bias": lambda table, down, across: bias(
                table, down.abs(), across.abs()
            )
        },
        "the sign of the offsets is lost, and they are counted from the corner "
        "of the table": {
            "bias": lambda table, down, across: table[
                :, down.abs(), across.abs()
            ]
        },
        "one number for the rows and one for the columns are added, in place "
        "of the one for both": {
            "bias": lambda table, down, across: (
                bias(table, down, 0 * across) + bias(table, 0 * down, across)
            )
        },
        "the offset in columns has the wrong sign": {
            "across": lambda column: -offset(column)
        },
        "the offset in rows has the wrong sign": {
            "down": lambda row: -offset(row)
        },
        "the patches are counted from top to bottom, then to the right": {
            "row": lambda table: place(table) % grid(table)[0],
            "column": lambda table: place(table) // grid(table)[0],
        },
        "the offset is that of places in the sequence, not in the grid": {
            "down": lambda row: 0 * offset(row),
            "across": lambda table: offset(place(table)).clamp(
                1 - grid(table)[1], grid(table)[1] - 1
            ),
        },
        "the rows of the grid are left out": {
            "bias": lambda table, down, across: bias(table, 0 * down, across)
        },
        "the columns of the grid are left out": {
            "bias": lambda table, down, across: bias(table, down, 0 * across)
        },
    },
)
