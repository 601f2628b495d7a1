"""Answers to `offset_bias`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_index(table):
    rows, columns = [size // 2 + 1 for size in table.shape[1:]]
    place = torch.arange(rows * columns)
    row, column = place // columns, place % columns
    down = row - row[:, None]
    across = column - column[:, None]
    return table[:, down + rows - 1, across + columns - 1]


MIXED = "down + rows", "across + rows", "across + columns", "down + columns"
SLIPS = {
    "rows and columns mixed up in the index": MIXED,
    "shifted by the whole side": ("rows - 1", "rows", "columns - 1", "columns"),
    "rows alone are shifted": ("across + columns - 1", "across"),
    "the grid is taken to be square": (
        "rows, columns = [size // 2 + 1 for size in table.shape[1:]]",
        "rows = columns = table.shape[1] // 2 + 1",
    ),
    "the heads come last": ("- 1]", "- 1].permute(1, 2, 0)"),
}
bank.slips(by_index, SLIPS)
FRESH = {
    "shifted by half the grid": ("s - 1, ", "s // 2, ", "s - 1]", "s // 2]"),
    "the sides of the grid are one too small": ("// 2 + 1", "// 2"),
    "in the flat table, a row is as long as one of the grid": (
        "table[:, down + rows - 1, across + columns - 1]",
        "table.flatten(1)"
        "[:, (down + rows - 1) * columns + across + columns - 1]",
    ),
}
bank.fresh(by_index, FRESH)


@bank.right
def windows(table):
    """What a query reads is a window of the table."""
    rows, columns = [size // 2 + 1 for size in table.shape[1:]]
    found = table.unfold(1, rows, 1).unfold(2, columns, 1)  # H I J I J
    return found.flip(1, 2).flatten(3).flatten(1, 2)


bank.fresh(windows, {"the windows are not flipped": (".flip(1, 2)", "")})


@bank.right
def picked(table):
    """By a sum over one-hot offsets."""
    _, U, V = table.shape
    y = torch.arange(U // 2 + 1).repeat_interleave(V // 2 + 1)
    x = torch.arange(V // 2 + 1).repeat(U // 2 + 1)
    down = F.one_hot(y - y[:, None] + U // 2, U).to(table)
    across = F.one_hot(x - x[:, None] + V // 2, V).to(table)
    return torch.einsum("huv,tsu,tsv->hts", table, down, across)
