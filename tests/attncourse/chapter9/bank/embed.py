"""Answers to `embed`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def cut(x, patch):
    """The patches, the numbers in the order line, column, channel."""
    B, C, Y, X = x.shape
    x = x.reshape(B, C, Y // patch, patch, X // patch, patch)
    return x.permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)


def scaled(images):
    return images / 127.5 - 1


def before(token, z):
    """The class token in front of each image."""
    return torch.cat([token.expand(len(z), 1, -1), z], 1)


@bank.wrong("the largest number of the images, where 255 is meant")
def own_maximum(images, E, b, token, positions, patch):
    z = cut(2 * images / images.max() - 1, patch) @ E + b
    return before(token, z) + positions


@bank.wrong("0 .. 255 as they are")
def not_scaled(images, E, b, token, positions, patch):
    return before(token, cut(images, patch) @ E + b) + positions


@bank.wrong("the class token gets no position")
def no_place(images, E, b, token, positions, patch):
    z = cut(scaled(images), patch) @ E + b
    return before(token, z + positions[1:])


@bank.wrong("one position for all")
def one_place(images, E, b, token, positions, patch):
    z = cut(scaled(images), patch) @ E + b
    return before(token, z) + positions[:1]


@bank.wrong("no positions")
def no_positions(images, E, b, token, positions, patch):
    return before(token, cut(scaled(images), patch) @ E + b)


@bank.wrong("no class token")
def no_token(images, E, b, token, positions, patch):
    return cut(scaled(images), patch) @ E + b + positions[1:]


@bank.wrong("no bias")
def no_bias(images, E, b, token, positions, patch):
    return before(token, cut(scaled(images), patch) @ E) + positions


@bank.wrong("the class token is joined without an axis for it")
def no_axis(images, E, b, token, positions, patch):
    z = cut(scaled(images), patch) @ E + b
    return torch.cat([token, z], 1) + positions


@bank.wrong("the argument is scaled in place")
def in_place(images, E, b, token, positions, patch):
    images /= 127.5
    images -= 1
    return before(token, cut(images, patch) @ E + b) + positions


@bank.wrong("numbers of -0.5 to 0.5")
def half_as_wide(images, E, b, token, positions, patch):
    z = cut(images / 255 - 0.5, patch) @ E + b
    return before(token, z) + positions


@bank.wrong("scales the embeddings, not the images")
def scaled_late(images, E, b, token, positions, patch):
    z = (cut(images, patch) @ E) / 127.5 - 1 + b
    return before(token, z) + positions


@bank.wrong("the position of the class token is taken from the last row")
def rolled(images, E, b, token, positions, patch):
    z = cut(scaled(images), patch) @ E + b
    return before(token, z) + positions.roll(1, 0)


@bank.right
def by_convolution(images, E, b, token, positions, patch):
    C = images.shape[1]
    w = E.T.reshape(-1, patch, patch, C).permute(0, 3, 1, 2)
    grid = F.conv2d(2 * images / 255 - 1, w, b, stride=patch)
    return before(token, grid.flatten(2).mT) + positions


@bank.right
def filled(images, E, b, token, positions, patch):
    out = positions.repeat(len(images), 1, 1)
    out[:, 0] += token
    out[:, 1:] += F.linear(cut(scaled(images), patch), E.T, b)
    return out


@bank.right
def image_by_image(images, E, b, token, positions, patch):
    rows = []
    for x in (images - 127.5) / 127.5:
        z = cut(x[None], patch)[0] @ E + b
        rows.append(torch.vstack([token, z]) + positions)
    return torch.stack(rows)
