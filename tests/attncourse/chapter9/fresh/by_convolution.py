"""Fresh answers to `by_convolution`, written with its messages closed."""

import torch
from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


def filters(images, E, patch):
    C = images.shape[1]
    return E.reshape(patch, patch, C, -1).permute(3, 2, 0, 1)  # D C p p


def grid(images, E, b, patch):
    w = filters(images, E, patch)
    return nn.functional.conv2d(images, w, b, stride=patch)  # B D I J


@bank.wrong("reshapes E to the filters, without a permute")
def reshaped(images, E, b, patch):
    w = E.reshape(-1, images.shape[1], patch, patch)
    return nn.functional.conv2d(images, w, b, stride=patch).flatten(2).mT


@bank.wrong("reads the rows of E as channel, line, column")
def library_order(images, E, b, patch):
    w = E.T.reshape(-1, images.shape[1], patch, patch)
    return nn.functional.conv2d(images, w, b, stride=patch).flatten(2).mT


@bank.wrong("flips the filters, as a convolution in mathematics does")
def flipped(images, E, b, patch):
    w = filters(images, E, patch).flip(2, 3)
    return nn.functional.conv2d(images, w, b, stride=patch).flatten(2).mT


@bank.wrong("the last two axes of E swapped: D before C")
def channels_last(images, E, b, patch):
    w = E.reshape(patch, patch, -1, images.shape[1]).permute(2, 3, 0, 1)
    return nn.functional.conv2d(images, w, b, stride=patch).flatten(2).mT


@bank.wrong("no stride: a token at every pixel")
def every_pixel(images, E, b, patch):
    w = filters(images, E, patch)
    return nn.functional.conv2d(images, w, b).flatten(2).mT


bank.wrong("reshapes the grid to B P D instead of swapping the axes")(
    lambda images, E, b, patch: grid(images, E, b, patch).reshape(
        len(images), -1, E.shape[1]
    )
)
bank.wrong("the bias twice: in the convolution, and after it")(
    lambda images, E, b, patch: grid(images, E, b, patch).flatten(2).mT + b
)
bank.wrong("reads the grid column by column")(
    lambda images, E, b, patch: grid(images, E, b, patch).mT.flatten(2).mT
)

bank.right(
    lambda images, E, b, patch: (
        grid(images, E, None, patch).permute(0, 2, 3, 1).flatten(1, 2) + b
    )
)


@bank.right
def by_a_layer(images, E, b, patch):
    C, D = images.shape[1], E.shape[1]
    layer = nn.Conv2d(C, D, patch, stride=patch, dtype=E.dtype)
    with torch.no_grad():
        layer.weight.copy_(filters(images, E, patch))
        layer.bias.copy_(b)
    return layer(images).detach().flatten(2).transpose(1, 2)
