"""Scaled dot-product attention with a mask."""

import torch

from attnbook.check.attention import hide, reading, scaling, weighing
from attnbook.check.cases import drawn, large, rows
from attnbook.check.exercise import Exercise

TAKES = {"Q": "B T K", "K": "B S K", "V": "B S V", "mask": "B T S"}
SEEN = torch.stack(
    [
        rows("11011", "01111", "10000"),
        rows("11100", "11111", "00011"),
        rows("11111", "10101", "01010"),
    ]
)
BLIND = SEEN.clone()
BLIND[0, 1] = BLIND[2] = False


def case(seed, mask=None, *changes, whole=False, **sizes):
    sizes = {"B": 3, "T": 3, "S": 5, "K": 7, "V": 2} | sizes
    inputs = {"mask": mask}
    return drawn(TAKES, seed, *changes, whole=whole, inputs=inputs, **sizes)


def low(inputs):
    """All scores are 40 lower: there a score such as -30 hides nothing."""
    inputs["Q"][..., 0], inputs["K"][..., 0] = 7**0.5, -40.0


exercise = Exercise(
    name="attend",
    takes=TAKES,
    returns=("output", "weights"),
    steps=scaling() | weighing("scores", "mask") | reading("V"),
    cases={
        "one query, two keys": case(6, whole=True, B=1, T=1, S=2, K=1, V=1),
        "two queries, two keys, the first sees one": case(
            6, rows("10", "11")[None], whole=True, B=1, T=2, S=2, K=1, V=1
        ),
        "no mask (B=3, T=2, S=5)": case(1, T=2),
        "a mask for each query": case(2, SEEN),
        "queries that see nothing": case(3, BLIND),
        "scores near -40": case(4, SEEN, low),
        "as many queries as keys, large scores": case(5, None, large("Q"), T=5),
        "each query sees others, large scores": case(6, SEEN, large("Q")),
    },
    mistakes={
        "a query that sees nothing sees all": {
            "weights": lambda masked: torch.where(
                (masked == -torch.inf).all(-1, True),
                1 / masked.shape[-1],
                masked.softmax(-1),
            )
        },
        "it hides every score that is 0": {
            "masked": lambda scores, mask: hide(scores, scores != 0)
        },
    },
)
