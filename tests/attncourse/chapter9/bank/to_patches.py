"""Answers to `to_patches`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_reshape(images, patch):
    B, C, Y, X = images.shape
    cut = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    cut = cut.permute(0, 2, 4, 3, 5, 1)
    return cut.reshape(B, -1, patch * patch * C)


SLIPS = {
    "images are taken to be square": ("X // patch", "Y // patch"),
    "a division that gives floats": (
        "cut.reshape(B, -1, patch * patch * C)",
        "images.reshape(B, Y / patch * X / patch, -1)",
    ),
    "unfold, and its axes are forgotten": (
        "cut.reshape(B, -1, patch * patch * C)",
        "F.unfold(images, patch, stride=patch)",
    ),
    "the grid is left as two axes": (
        "reshape(B, -1, patch * patch * C)",
        "flatten(3)",
    ),
    "takes the lines for columns in the shape: Y and X swapped": (
        "Y, X =",
        "X, Y =",
    ),
    "splits each side into p parts, not into parts of p": (
        "Y // patch, patch, X // patch, patch",
        "patch, Y // patch, patch, X // patch",
    ),
    "permutes the other way: where each axis goes": (
        "0, 2, 4, 3, 5, 1",
        "0, 5, 1, 3, 2, 4",
    ),
}
bank.slips(by_reshape, SLIPS)
FRESH = {
    "column by column, in grid and patch": ("2, 4, 3, 5", "4, 2, 5, 3"),
    "columns of grid and patch swapped": ("2, 4, 3, 5", "2, 5, 3, 4"),
    "the patches of all images in one long list": ("B, -1,", "-1,"),
}
bank.fresh(by_reshape, FRESH)


@bank.right
def by_windows(images, patch):
    windows = images.unfold(2, patch, patch).unfold(3, patch, patch)
    return windows.permute(0, 2, 3, 4, 5, 1).flatten(3).flatten(1, 2)


@bank.right
def by_unfold(images, patch):
    B, C = images.shape[:2]
    columns = F.unfold(images, patch, stride=patch)  # B C p p, P
    cut = columns.mT.unflatten(-1, (C, patch * patch))
    return cut.mT.flatten(2)


bank.fresh(by_unfold, {"its sizes swapped": ("(C, patch * patch)", "(-1, C)")})


@bank.right
def in_loops(images, patch):
    B, C, Y, X = images.shape
    found = []
    for top in range(0, Y, patch):
        for left in range(0, X, patch):
            part = images[:, :, top : top + patch, left : left + patch]
            found.append(part.permute(0, 2, 3, 1).flatten(1))
    return torch.stack(found, 1)
