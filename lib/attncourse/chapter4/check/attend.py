"""Scaled dot-product attention with a mask."""

from functools import partial

import torch

from attncourse.checks.attention import hide, reading, scaling, weighing
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise

SEEN = (
    ("11011", "01111", "10000"),
    ("11100", "11111", "00011"),
    ("11111", "10101", "01010"),
)
BLIND = ("11011", "00000", "10000"), SEEN[1], ("00000",) * 3


sized = partial(case, mask=None, B=3, T=3, S=5, K=7, V=4)


def low(inputs):
    """All scores are 40 lower: there a score such as -30 hides nothing."""
    inputs["Q"][..., 0], inputs["K"][..., 0] = 7**0.5, -40.0


exercise = Exercise(
    takes={"Q": "B T K", "K": "B S K", "V": "B S V", "mask": "B T S"},
    returns=("output", "weights"),
    steps=scaling() | weighing("scores", "mask") | reading("V"),
    cases={
        "one query, two keys": sized(60, whole=True, B=1, T=1, S=2, K=3, V=1),
        "two queries, two keys, the first sees one": sized(
            128, whole=True, mask=(("10", "11"),), B=1, T=2, S=2, K=3, V=1
        ),
        "no mask (B=3, T=2, S=5)": sized(1, T=2),
        "a mask for each query": sized(2, mask=SEEN[:2]),
        "queries that see nothing": sized(3, mask=BLIND),
        "scores near -40": sized(4, low, mask=SEEN),
        "as many queries as keys, large scores": sized(5, large("Q"), T=5),
        "each query sees others, large scores": sized(6, large("Q"), mask=SEEN),
    },
    mistakes={
        "a query that sees nothing attends to everything": {
            "weights": lambda masked: torch.where(
                (masked == -torch.inf).all(-1, True),
                1 / masked.shape[-1],
                masked.softmax(-1),
            )
        },
        "every score that is 0 is hidden": {
            "masked": lambda scores, mask: hide(scores, scores != 0)
        },
    },
)
