"""Patches as rows of numbers: line by line, column by column, all channels of
a pixel together.
"""

from math import prod

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def counted(*shape):
    """Images whose numbers say where they stand: 0, 1, 2, ..."""
    return torch.arange(prod(shape), dtype=torch.float64).reshape(shape)


def sized(seed, B, C, Y, X, patch):
    return case(seed, B=B, C=C, Y=Y, X=X, patch=patch)


def split(images, patch):
    B, C, Y, X = images.shape
    return images.reshape(B, C, Y // patch, patch, X // patch, patch)


def in_order(*axes):
    return lambda cut: cut.permute(axes)


def flat(ordered):
    return ordered.flatten(3).flatten(1, 2)


def pixel(entry):
    """Which number of the image it is."""
    images, patch = entry.values["images"], entry.values["patch"]
    C, X = images.shape[1], images.shape[3]
    i, j = divmod(entry.at["P"], X // patch)
    place, c = divmod(entry.at["numbers"], C)
    y, x = divmod(place, patch)
    b = entry.at["B"]
    return f"images[{b}, {c}, {i * patch + y}, {j * patch + x}]"


exercise = Exercise(
    takes={"images": "B C Y X", "patch": ""},
    returns=("patches",),
    steps={
        "cut": Step(
            "B C I p J p'", split, "both sides split in two: grid and patch"
        ),
        "ordered": Step(
            "B I J p p' C",
            in_order(0, 2, 4, 3, 5, 1),
            "the grid first, then line, column, channel",
        ),
        "patches": Step("B P numbers", flat, "one row for each patch", pixel),
    },
    cases={
        "one image of 4 x 4": case(images=counted(1, 1, 4, 4), patch=2),
        "two channels": case(images=counted(1, 2, 2, 4), patch=2),
        "colour images of 8 x 10": sized(1, 6, 3, 8, 10, 2),
        "taller than wide, patches of 3 x 3": sized(2, 2, 4, 9, 6, 3),
        "patches of one pixel": sized(3, 2, 3, 4, 5, 1),
        "one patch is the image": sized(4, 3, 2, 4, 4, 4),
    },
    mistakes={
        "images are reshaped to this shape, and no axis is moved": {
            "patches": lambda images, ordered: images.reshape(
                flat(ordered).shape
            )
        },
        "the order in a patch is channel, line, column": {
            "ordered": in_order(0, 2, 4, 1, 3, 5)
        },
        "the patches are counted from top to bottom, then to the right": {
            "ordered": in_order(0, 4, 2, 3, 5, 1)
        },
        "grid and patch are swapped in the permute": {
            "patches": lambda cut, ordered: cut.permute(
                0, 3, 5, 2, 4, 1
            ).reshape(flat(ordered).shape)
        },
        "a side is split into (patch, grid), not into (grid, patch)": {
            "patches": lambda images, patch, ordered: (
                images.unflatten(3, (patch, -1))
                .unflatten(2, (patch, -1))
                .permute(0, 3, 5, 2, 4, 1)
                .reshape(flat(ordered).shape)
            )
        },
    },
)
