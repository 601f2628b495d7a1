"""Attention rollout: how much of each patch is in the class token."""

import torch
from torch.nn import functional as F

from attncourse.checks.cases import case, shares
from attncourse.checks.exercise import Exercise, Step

SHARES = shares("weights", 3)


def half(mean):
    """Half of the weights, half by the residual connection."""
    return (mean + torch.eye(mean.shape[-1]).to(mean)) / 2


def product(blocks):
    """The blocks one after the other, the last from the left."""
    found = blocks[:, 0]
    for block in range(1, blocks.shape[1]):
        found = blocks[:, block] @ found
    return found


ONE = ((0.5, 0.25, 0.25), (0.0, 0.5, 0.5), (0.0, 1.0, 0.0))
TWO = ((0.0, 0.5, 0.5), (0.5, 0.25, 0.25), (0.0, 0.0, 1.0))
THREE = ((0.25, 0.75, 0.0), (0.5, 0.5, 0.0), (0.0, 0.5, 0.5))
FOUR = ((0.5, 0.125, 0.375), (0.25, 0.25, 0.5), (0.5, 0.0, 0.5))

exercise = Exercise(
    takes={"weights": "B L H T T'"},
    returns=("rollout",),
    learned=False,
    steps={
        "mean": Step(
            "B L T T'", lambda weights: weights.mean(2), "mean of the heads"
        ),
        "mixed": Step(
            "B L T T'", half, "half of it, half of the identity matrix"
        ),
        "through": Step(
            "B T T'",
            product,
            "all blocks, the last on the left",
            needs=("mixed",),
        ),
        "row": Step(
            "B P",
            lambda through: through[:, 0, 1:],
            "what the class token has of each patch",
        ),
        "total": Step("B 1", lambda row: row.sum(-1, True), "of all patches"),
        "rollout": Step(
            "B P",
            lambda row, total: row / total,
            how="{row} / {total}",
        ),
    },
    cases={
        "two blocks, one head": case(weights=(((ONE,), (TWO,)),)),
        "one block, two heads": case(weights=(((THREE, FOUR),),)),
        "three blocks (B=2, H=4, T=6)": case(1, SHARES, B=2, L=3, H=4, T=6),
        "as many blocks as heads": case(2, SHARES, B=5, L=2, H=2, T=4),
        "as many images as blocks": case(3, SHARES, B=4, L=4, H=3, T=5),
    },
    mistakes={
        "the first block is multiplied twice": {
            "through": lambda mixed: product(mixed) @ mixed[:, 0]
        },
        "the rows of the patches are averaged, not that of the class token": {
            "row": lambda through: through[:, 1:, 1:].mean(1)
        },
        "the largest weight of all heads is taken, not their mean": {
            "mixed": lambda weights: F.normalize(half(weights.amax(2)), 1, -1)
        },
        "it goes through a softmax": {"rollout": lambda row: row.softmax(-1)},
    },
)
