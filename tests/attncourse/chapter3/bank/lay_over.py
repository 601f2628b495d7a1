"""Answers to `lay_over`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def grow(maps, high, wide):
    return maps.repeat_interleave(high, 1).repeat_interleave(wide, 2)


@bank.wrong("exchanges x and y")
def exchanged(weights, rows, columns, side):
    maps = weights.reshape(-1, rows, columns)
    return grow(maps, side // rows, side // columns).mT


@bank.wrong("reads the places column by column")
def column_first(weights, rows, columns, side):
    maps = weights.reshape(-1, columns, rows).mT
    return grow(maps, side // rows, side // columns)


@bank.wrong("exchanges rows and columns in the reshape")
def torn(weights, rows, columns, side):
    maps = weights.reshape(-1, columns, rows)
    return grow(maps, side // columns, side // rows)


@bank.wrong("counts y from the bottom")
def upside_down(weights, rows, columns, side):
    maps = weights.reshape(-1, rows, columns).flip(1)
    return grow(maps, side // rows, side // columns)


@bank.wrong("shares a weight out among its pixels")
def shared(weights, rows, columns, side):
    maps = weights.reshape(-1, rows, columns)
    maps = grow(maps, side // rows, side // columns)
    return maps / maps.sum((1, 2), keepdim=True)


@bank.wrong("the height of a place for its width too")
def squares(weights, rows, columns, side):
    maps = weights.reshape(-1, rows, columns)
    return grow(maps, side // rows, side // rows)


@bank.right
def kronecker(weights, rows, columns, side):
    block = weights.new_ones(1, side // rows, side // columns)
    return torch.kron(weights.view(-1, rows, columns), block)


@bank.right
def nearest(weights, rows, columns, side, mode="nearest"):
    maps = weights.unflatten(1, (rows, columns)).unsqueeze(1)
    return F.interpolate(maps, size=(side, side), mode=mode).squeeze(1)


@bank.right
def place_by_place(weights, rows, columns, side):
    high, wide = side // rows, side // columns
    maps = weights.new_empty(len(weights), side, side)
    for place, weight in enumerate(weights.T):
        y, x = place // columns * high, place % columns * wide
        maps[:, y : y + high, x : x + wide] = weight[:, None, None]
    return maps
