"""Answers to `to_patches`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def split(images, patch):
    """B C I p J p."""
    B, C, Y, X = images.shape
    return images.reshape(B, C, Y // patch, patch, X // patch, patch)


def rows(cut):
    """The last three axes become one, and so do the two before."""
    return cut.flatten(3).flatten(1, 2)


@bank.wrong("images are taken to be square")
def square(images, patch):
    B, C, Y, X = images.shape
    n = Y // patch
    cut = images.reshape(B, C, n, patch, n, patch)
    return rows(cut.permute(0, 2, 4, 3, 5, 1))


@bank.wrong("a division that gives floats")
def floats(images, patch):
    B, C, Y, X = images.shape
    return images.reshape(B, Y / patch * X / patch, -1)


@bank.wrong("the grid is left as two axes")
def grid_kept(images, patch):
    return split(images, patch).permute(0, 2, 4, 3, 5, 1).flatten(3)


@bank.wrong("unfold, and its axes are forgotten")
def unfolded_turned(images, patch):
    return F.unfold(images, patch, stride=patch)


@bank.wrong("takes the lines for columns in the shape: Y and X swapped")
def swapped(images, patch):
    B, C, X, Y = images.shape
    cut = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    return rows(cut.permute(0, 2, 4, 3, 5, 1))


@bank.wrong("splits each side into p parts, not into parts of p")
def other_split(images, patch):
    B, C, Y, X = images.shape
    cut = images.reshape(B, C, patch, Y // patch, patch, X // patch)
    order = cut.permute(0, 2, 4, 3, 5, 1)
    return order.reshape(B, -1, patch * patch * C)


@bank.wrong("permutes the other way: where each axis goes")
def inverse(images, patch):
    order = split(images, patch).permute(0, 5, 1, 3, 2, 4)
    return order.reshape(len(images), -1, patch * patch * images.shape[1])


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


@bank.right
def in_loops(images, patch):
    B, C, Y, X = images.shape
    found = []
    for top in range(0, Y, patch):
        for left in range(0, X, patch):
            part = images[:, :, top : top + patch, left : left + patch]
            found.append(part.permute(0, 2, 3, 1).flatten(1))
    return torch.stack(found, 1)
