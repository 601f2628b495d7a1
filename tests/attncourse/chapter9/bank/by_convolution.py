"""Answers to `by_convolution`, wrong and right."""

import torch
from torch import nn
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_filters(images, E, b, patch):
    C = images.shape[1]
    w = E.reshape(patch, patch, C, -1).permute(3, 2, 0, 1)  # D C p p
    grid = F.conv2d(images, w, b, stride=patch)
    return grid.flatten(2).mT


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
    "the last two axes of E swapped: D before C": (
        "C, -1",
        "-1, C",
        "3, 2, 0, 1",
        "2, 3, 0, 1",
    ),
}
bank.slips(by_filters, SLIPS)
FRESH = {
    "half a patch of padding": ("=patch)", "=patch, padding=patch // 2)"),
    "a ReLU after the filters, as in a CNN": (
        "grid.flatten",
        "grid.relu().flatten",
    ),
}
bank.fresh(by_filters, FRESH)


@bank.right
def layer(images, E, b, patch):
    """Its first weights are drawn, and then those of E stand there."""
    w = E.T.unflatten(1, (patch, patch, -1)).permute(0, 3, 1, 2)
    conv = nn.Conv2d(images.shape[1], len(b), patch, stride=patch).double()
    conv.weight.data, conv.bias.data = w, b
    return conv(images).flatten(2).mT


SLIPS = {
    "a fresh layer with weights of its own": (
        "conv.weight.data, conv.bias.data = w, b",
        "",
    ),
}
bank.slips(layer, SLIPS)


@bank.right
def as_matrix(images, E, b, patch):
    B, C, Y, X = images.shape
    cut = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    cut = cut.permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)
    return cut @ E + b


FRESH = {
    "the pixels of a patch stand far apart": (
        "Y // patch, patch, X // patch, patch",
        "patch, Y // patch, patch, X // patch",
        "2, 4, 3, 5",
        "3, 5, 2, 4",
    ),
    "one number of the bias for all features": ("+ b", "+ b[0]"),
}
bank.fresh(as_matrix, FRESH)


@bank.right
def by_einsum(images, E, b, patch):
    C = images.shape[1]
    w = E.reshape(patch, patch, C, -1)
    windows = images.unfold(2, patch, patch).unfold(3, patch, patch)
    return torch.einsum("bcijyx,yxcd->bijd", windows, w).flatten(1, 2) + b
