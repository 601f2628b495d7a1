"""Answers to `to_patches`, wrong and right."""

import numpy as np
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


@bank.wrong("one reshape, nothing is moved")
def reshape_alone(images, patch):
    B, C, Y, X = images.shape
    return images.reshape(B, Y * X // patch**2, patch * patch * C)


@bank.wrong("channels first, as the library has it")
def channels_first(images, patch):
    return rows(split(images, patch).permute(0, 2, 4, 1, 3, 5))


@bank.wrong("columns before lines")
def column_by_column(images, patch):
    return rows(split(images, patch).permute(0, 2, 4, 5, 3, 1))


@bank.wrong("channels between lines and columns")
def channels_between(images, patch):
    return rows(split(images, patch).permute(0, 2, 4, 3, 1, 5))


@bank.wrong("patches from top to bottom, then to the right")
def patches_down(images, patch):
    return rows(split(images, patch).permute(0, 4, 2, 3, 5, 1))


@bank.wrong("every so many pixels, not neighbours")
def spread(images, patch):
    B, C, Y, X = images.shape
    cut = images.reshape(B, C, patch, Y // patch, patch, X // patch)
    return rows(cut.permute(0, 3, 5, 2, 4, 1))


@bank.wrong("the channels moved, then one reshape")
def reshape_of_last(images, patch):
    B, C, Y, X = images.shape
    x = images.permute(0, 2, 3, 1)
    return x.reshape(B, -1, patch * patch * C)


@bank.wrong("the two halves of the split swapped in the permute")
def grid_inside(images, patch):
    B, C, Y, X = images.shape
    cut = split(images, patch).permute(0, 3, 5, 2, 4, 1)
    return cut.reshape(B, -1, patch * patch * C)


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


@bank.wrong("unfold puts the channel first, and its axes last")
def unfolded(images, patch):
    return F.unfold(images, patch, stride=patch).mT


@bank.wrong("unfold, and its axes are forgotten")
def unfolded_turned(images, patch):
    return F.unfold(images, patch, stride=patch)


@bank.wrong("windows that overlap")
def overlap(images, patch):
    B, C = images.shape[:2]
    windows = images.unfold(2, patch, 1).unfold(3, patch, 1)
    return windows.permute(0, 2, 3, 4, 5, 1).reshape(B, -1, patch**2 * C)


@bank.right
def one_permute(images, patch):
    B, C, Y, X = images.shape
    cut = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    cut = cut.permute(0, 2, 4, 3, 5, 1)
    return cut.reshape(B, (Y // patch) * (X // patch), patch * patch * C)


@bank.right
def in_two_moves(images, patch):
    B, C, Y, X = images.shape
    x = images.permute(0, 2, 3, 1)
    x = x.reshape(B, Y // patch, patch, X // patch, patch * C)
    return x.transpose(2, 3).reshape(B, -1, patch * patch * C)


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


@bank.right
def with_numpy(images, patch):
    B, C, Y, X = images.shape
    x = images.numpy().reshape(B, C, Y // patch, patch, X // patch, patch)
    x = np.einsum("bcipjq->bijpqc", x)
    return torch.from_numpy(x.reshape(B, -1, patch * patch * C).copy())


@bank.right
def by_index(images, patch):
    B, C, Y, X = images.shape
    y, x = torch.arange(Y)[:, None], torch.arange(X)[None]
    which = (y // patch * (X // patch) + x // patch).expand(Y, X).flatten()
    order = which.argsort(stable=True)
    flat = images.flatten(2)[:, :, order].mT  # B Y*X C
    return flat.reshape(B, -1, patch * patch * C)
