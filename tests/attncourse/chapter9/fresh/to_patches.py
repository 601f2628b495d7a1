"""Fresh answers to `to_patches`, written with its messages closed."""

import torch
from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


def cut(images, p):
    B, C, Y, X = images.shape
    return images.reshape(B, C, Y // p, p, X // p, p)  # B C I p J p


def joined(cut, order):
    """Axes in another order, then the last three as the numbers."""
    return cut.permute(*order).flatten(3).flatten(1, 2)


@bank.wrong("takes the lines for columns in the shape: Y and X swapped")
def swapped(images, patch):
    B, C, X, Y = images.shape
    split = images.reshape(B, C, Y // patch, patch, X // patch, patch)
    return joined(split, (0, 2, 4, 3, 5, 1))


@bank.wrong("splits each side into p parts, not into parts of p")
def other_split(images, patch):
    B, C, Y, X = images.shape
    split = images.reshape(B, C, patch, Y // patch, patch, X // patch)
    order = split.permute(0, 2, 4, 3, 5, 1)
    return order.reshape(B, -1, patch * patch * C)


@bank.wrong("permutes the other way: where each axis goes")
def inverse(images, patch):
    order = cut(images, patch).permute(0, 5, 1, 3, 2, 4)
    return order.reshape(len(images), -1, patch * patch * images.shape[1])


bank.wrong("the channel between line and column")(
    lambda images, patch: joined(cut(images, patch), (0, 2, 4, 3, 1, 5))
)
bank.wrong("goes through the grid column by column")(
    lambda images, patch: joined(cut(images, patch), (0, 4, 2, 3, 5, 1))
)
bank.wrong('"B numbers P": a column for each patch')(
    lambda images, patch: joined(cut(images, patch), (0, 2, 4, 3, 5, 1)).mT
)
bank.wrong("the patches of all images in one list")(
    lambda images, patch: joined(
        cut(images, patch), (0, 2, 4, 3, 5, 1)
    ).flatten(0, 1)
)
bank.wrong("the library's order: channel, line, column")(
    lambda images, patch: nn.functional.unfold(images, patch, stride=patch).mT
)

bank.right(
    lambda images, patch: (
        images.permute(0, 2, 3, 1)
        .unfold(1, patch, patch)
        .unfold(2, patch, patch)  # B I J C p p
        .permute(0, 1, 2, 4, 5, 3)
        .flatten(3)
        .flatten(1, 2)
    )
)


@bank.right
def patch_by_patch(images, patch):
    rows = [
        images[:, :, y : y + patch, x : x + patch].movedim(1, 3).flatten(1)
        for y in range(0, images.shape[2], patch)
        for x in range(0, images.shape[3], patch)
    ]
    return torch.stack(rows, 1)
