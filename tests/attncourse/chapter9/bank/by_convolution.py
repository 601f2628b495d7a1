"""Answers to `by_convolution`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_filters(images, E, b, patch):
    C = images.shape[1]
    w = E.reshape(patch, patch, C, -1).permute(3, 2, 0, 1)  # D C p p
    grid = F.conv2d(images, w, b, stride=patch)
    return grid.flatten(2).mT


SWAPPED = "C, -1", "-1, C", "3, 2,", "2, 3,"
SLIPS = {
    "lines and columns of the filter are swapped": ("2, 0, 1", "2, 1, 0"),
    "no stride": (", stride=patch", ""),
    "no bias": ("w, b", "w"),
    "the grid is reshaped, where axes should swap": (
        "flatten(2).mT",
        "reshape(len(images), -1, E.shape[1])",
    ),
    "the features come before the patches": (".mT", ""),
    "the grid is read column by column": ("grid.flatten", "grid.mT.flatten"),
    "E is not turned into filters": ("w, b", "E, b"),
    "a fresh layer with weights of its own": (
        "F.conv2d(images, w, b, stride=patch)",
        "torch.nn.Conv2d(C, len(b), patch, patch).double()(images)",
    ),
    "the last two axes of E swapped: D before C": SWAPPED,
}
bank.slips(by_filters, SLIPS)
FRESH = {
    "the first channel alone": ("images, w", "images[:, :1], w[:, :1]"),
    "one number of the bias for all": ("w, b", "w, b[:1].expand(len(b))"),
    "half a patch of padding": ("=patch)", "=patch, padding=patch // 2)"),
    "a ReLU, as in a CNN": ("grid.flat", "grid.relu().flat"),
}
bank.fresh(by_filters, FRESH)


@bank.right
def as_matrix(images, E, b, patch):
    B, C, Y, X = images.shape
    cut = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    cut = cut.permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)
    return cut @ E + b


@bank.right
def by_einsum(images, E, b, patch):
    C = images.shape[1]
    w = E.reshape(patch, patch, C, -1)
    windows = images.unfold(2, patch, patch).unfold(3, patch, patch)
    return torch.einsum("bcijyx,yxcd->bijd", windows, w).flatten(1, 2) + b
