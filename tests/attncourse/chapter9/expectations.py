"""Which kinds of wrong answers are told, exercise by exercise."""

from collections.abc import Callable
from typing import Any

import torch

from tests.attncourse.checks.expectations import NONE

TOLD = {
    "by_convolution": "changed plain",
    "class_rollout": "changed",
    "embed": "changed plain own",
    "offset_bias": "itself changed",
    "to_patches": "changed plain",
}
SIZES = {
    "by_convolution": "p",
    "to_patches": "p",
}


def scaled(
    low: Callable[..., Any], high: Callable[..., Any]
) -> Callable[..., Any]:
    """Images to -1 .. 1, by their own least and largest number."""
    return lambda images: (
        2 * (images - low(images)) / (high(images) - low(images)) - 1
    )


OWN = {
    "embed": [
        ("scaled", scaled(lambda x: 0, torch.max)),
        ("scaled", scaled(lambda x: 0, lambda x: x.amax((1, 2, 3), True))),
        ("scaled", scaled(torch.min, torch.max)),
        ("scaled", scaled(torch.min, lambda x: 255)),
        ("scaled", lambda images: images / images.mean() - 1),
        ("scaled", lambda images: images.floor() / 127.5 - 1),
    ],
}
SAID = {
    "by_convolution": {
        "the last two axes": ("filters or grid", "in grid"),
    },
    "class_rollout": {
        "halves the identity": (
            "in mixed, / lacks the brackets around +",
            "mean,",
        ),
    },
    "embed": {
        "numbers of -0.5": ("where: scaled, patches or", "in embedded"),
        "scales the embeddings": (
            "what scaled does is done after embedded",
            NONE,
        ),
    },
    "to_patches": {
        "permutes the other": ("goes the other way", NONE),
    },
}
