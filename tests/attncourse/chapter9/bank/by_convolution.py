"""Answers to `by_convolution`, wrong and right."""

import torch
from torch import nn
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def filters(images, E, patch):
    """D C p p."""
    C, D = images.shape[1], E.shape[1]
    return E.reshape(patch, patch, C, D).permute(3, 2, 0, 1)


def rows(grid):
    """B P D."""
    return grid.flatten(2).mT


@bank.wrong("lines and columns of the filter are swapped")
def turned(images, E, b, patch):
    w = filters(images, E, patch).transpose(2, 3)
    return rows(F.conv2d(images, w, b, stride=patch))


@bank.wrong("no stride")
def no_stride(images, E, b, patch):
    return rows(F.conv2d(images, filters(images, E, patch), b))


@bank.wrong("no bias")
def no_bias(images, E, b, patch):
    return rows(F.conv2d(images, filters(images, E, patch), stride=patch))


@bank.wrong("the grid is reshaped, where axes should swap")
def reshaped(images, E, b, patch):
    grid = F.conv2d(images, filters(images, E, patch), b, stride=patch)
    return grid.reshape(len(images), -1, E.shape[1])


@bank.wrong("the features come before the patches")
def not_swapped(images, E, b, patch):
    grid = F.conv2d(images, filters(images, E, patch), b, stride=patch)
    return grid.flatten(2)


@bank.wrong("the grid is read column by column")
def down(images, E, b, patch):
    grid = F.conv2d(images, filters(images, E, patch), b, stride=patch)
    return rows(grid.transpose(2, 3))


@bank.wrong("E is not turned into filters")
def matrix(images, E, b, patch):
    return rows(F.conv2d(images, E, b, stride=patch))


@bank.wrong("a fresh layer with weights of its own")
def fresh(images, E, b, patch):
    layer = nn.Conv2d(images.shape[1], E.shape[1], patch, patch).double()
    return rows(layer(images))


@bank.wrong("the last two axes of E swapped: D before C")
def channels_last(images, E, b, patch):
    w = E.reshape(patch, patch, -1, images.shape[1]).permute(2, 3, 0, 1)
    return rows(F.conv2d(images, w, b, stride=patch))


@bank.right
def layer(images, E, b, patch):
    """Its first weights are drawn, and then those of E stand there."""
    conv = nn.Conv2d(images.shape[1], len(b), patch, stride=patch)
    conv.weight.data, conv.bias.data = filters(images, E, patch), b
    return rows(conv(images))


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
