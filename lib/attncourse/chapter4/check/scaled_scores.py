"""Scaled dot products of every query with every key."""

import torch

from attncourse.checks.attention import scaling
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise

exercise = Exercise(
    takes={"Q": "T K", "K": "S K"},
    returns=("scores",),
    steps=scaling("T S"),
    cases={
        "one query, two keys of width 3": case(11, whole=True, T=1, S=2, K=3),
        "more keys than queries": case(1, T=2, S=5, K=7),
        "large scores": case(2, large("Q"), T=3, S=3, K=11),
        "more queries than keys": case(3, T=7, S=3, K=2),
        "one query, one key": case(4, T=1, S=1, K=5),
    },
    mistakes={
        "`K ** 1 / 2` means (K ** 1) / 2": {
            "scores": lambda products, K: products / (K.shape[-1] / 2)
        },
        "the root is rounded down to a whole number": {
            "scores": lambda products, K: products / int(K.shape[-1] ** 0.5)
        },
        "this is a distance, not a dot product": {"products": torch.cdist},
    },
)
