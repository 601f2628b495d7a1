"""Answers to `embed`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def to_patches(x, patch):
    """The patches, the numbers in the order line, column, channel."""
    B, C, Y, X = x.shape
    x = x.reshape(B, C, Y // patch, patch, X // patch, patch)
    return x.permute(0, 2, 4, 3, 5, 1).flatten(3).flatten(1, 2)


@bank.right
def by_cat(images, E, b, token, positions, patch):
    x = images / 127.5 - 1
    z = to_patches(x, patch) @ E + b
    token = token.expand(len(z), 1, -1)
    z = torch.cat([token, z], 1)
    return z + positions


PATCHES = "z + positions", "z", "+ b", "+ b + positions[1:]"
LATE = " / 127.5 - 1", "", "@ E", "@ E / 127.5 - 1"
SLIPS = {
    "the largest number of the images, where 255 is meant": (
        "images / 127.5",
        "2 * images / images.max()",
    ),
    "0 .. 255 as they are": (" / 127.5 - 1", ""),
    "the class token gets no position": PATCHES,
    "one position for all": ("+ positions", "+ positions[:1]"),
    "no positions": (" + positions", ""),
    "no class token": ("torch.cat([token, z], 1)", "z", "ions\n", "ions[1:]\n"),
    "no bias": (" + b", ""),
    "the class token is joined without an axis for it": (
        ".expand(len(z), 1, -1)",
        "",
    ),
    "the argument is scaled in place": (
        "images / 127.5 - 1",
        "images.div_(127.5).sub_(1)",
    ),
    "numbers of -0.5 to 0.5": ("127.5 - 1", "255 - 0.5"),
    "scales the embeddings, not the images": LATE,
    "the position of the class token is taken from the last row": (
        "+ positions",
        "+ positions.roll(1, 0)",
    ),
}
bank.slips(by_cat, SLIPS)
FRESH = {
    "1 is taken off first": ("images / 127.5 - 1", "(images - 1) / 127.5"),
    "black is 1 and white is -1": ("images / 127.5 - 1", "1 - images / 127.5"),
    "zeros for the class token": ("token.exp", "torch.zeros_like(token).exp"),
    "the patches get their positions twice": ("+ b", "+ b + positions[1:]"),
}
bank.fresh(by_cat, FRESH)


@bank.right
def by_convolution(images, E, b, token, positions, patch):
    C = images.shape[1]
    w = E.T.reshape(-1, patch, patch, C).permute(0, 3, 1, 2)
    grid = F.conv2d(2 * images / 255 - 1, w, b, stride=patch)
    first = token.expand(len(images), 1, -1)
    return torch.hstack([first, grid.flatten(2).mT]) + positions


@bank.right
def filled(images, E, b, token, positions, patch):
    x = to_patches(images / 127.5 - 1, patch)
    out = positions.repeat(len(images), 1, 1)
    out[:, 0] += token
    out[:, 1:] += F.linear(x, E.T, b)
    return out


@bank.right
def image_by_image(images, E, b, token, positions, patch):
    rows = []
    for x in (images - 127.5) / 127.5:
        z = to_patches(x[None], patch)[0] @ E + b
        rows.append(torch.vstack([token, z]) + positions)
    return torch.stack(rows)
