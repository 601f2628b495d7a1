"""Scaled dot products of every query with every key."""

import torch

from attnbook.check.attention import scaling
from attnbook.check.cases import drawn, large
from attnbook.check.exercise import Exercise

TAKES = {"Q": "T K", "K": "S K"}

exercise = Exercise(
    name="scaled_scores",
    takes=TAKES,
    returns=("scores",),
    steps=scaling("T S"),
    cases={
        "one query, two keys of width 3": drawn(
            TAKES, 11, whole=True, T=1, S=2, K=3
        ),
        "more keys than queries": drawn(TAKES, 1, T=2, S=5, K=7),
        "large scores": drawn(TAKES, 2, large("Q"), T=3, S=3, K=11),
        "more queries than keys": drawn(TAKES, 3, T=7, S=3, K=2),
        "one query, one key": drawn(TAKES, 4, T=1, S=1, K=5),
    },
    mistakes={
        "`K ** 1 / 2` is (K ** 1) / 2": {
            "scores": lambda products, K: products / (K.shape[-1] / 2)
        },
        "the root is cut down to a whole number": {
            "scores": lambda products, K: products / int(K.shape[-1] ** 0.5)
        },
        "this is a distance, not a dot product": {"products": torch.cdist},
    },
)
