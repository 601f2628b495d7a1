"""Answers to `offset_bias`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def sides(table):
    return [size // 2 + 1 for size in table.shape[1:]]


def places(table):
    """The row and the column of each patch."""
    rows, columns = sides(table)
    place = torch.arange(rows * columns)
    return place // columns, place % columns


def apart(place):
    return place[None, :] - place[:, None]


@bank.wrong("rows and columns mixed up in the index")
def mixed(table):
    i, j = places(table)
    rows, columns = sides(table)
    return table[:, apart(j) + rows - 1, apart(i) + columns - 1]


@bank.wrong("shifted by the whole side")
def shifted_too_far(table):
    i, j = places(table)
    rows, columns = sides(table)
    return table[:, apart(i) + rows, apart(j) + columns]


@bank.wrong("rows alone are shifted")
def half_shifted(table):
    i, j = places(table)
    return table[:, apart(i) + sides(table)[0] - 1, apart(j)]


@bank.wrong("the grid is taken to be square")
def square(table):
    rows, _ = sides(table)
    place = torch.arange(rows * rows)
    i, j = place // rows, place % rows
    return table[:, apart(i) + rows - 1, apart(j) + rows - 1]


@bank.wrong("the heads come last")
def heads_last(table):
    i, j = places(table)
    rows, columns = sides(table)
    found = table[:, apart(i) + rows - 1, apart(j) + columns - 1]
    return found.permute(1, 2, 0)


@bank.right
def pairs(table):
    rows, columns = sides(table)
    spots = torch.cartesian_prod(torch.arange(rows), torch.arange(columns))
    spots = spots.reshape(-1, 2)
    offsets = spots[None] - spots[:, None] + torch.tensor([rows, columns]) - 1
    return table[:, offsets[..., 0], offsets[..., 1]]


@bank.right
def windows(table):
    """What a query reads is a window of the table."""
    rows, columns = sides(table)
    found = table.unfold(1, rows, 1).unfold(2, columns, 1)  # H I J I J
    return found.flip(1, 2).flatten(3).flatten(1, 2)


@bank.right
def picked(table):
    """By a sum over one-hot offsets."""
    i, j = places(table)
    rows, columns = sides(table)
    down = F.one_hot(apart(i) + rows - 1, 2 * rows - 1).to(table)
    across = F.one_hot(apart(j) + columns - 1, 2 * columns - 1).to(table)
    return torch.einsum("huv,tsu,tsv->hts", table, down, across)
