"""The last line of a GRU's step: old state and candidate, mixed by a gate."""

import torch
from torch import Tensor

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

TAKES = {"x": "B D", "h": "B M"}
TAKES |= {"W": "3M D", "U": "3M M", "b": "3M", "c": "3M"}


def sized(seed, M, **sizes):
    return case(seed, M=M, **{"3M": 3 * M}, **sizes)


def rows(x: Tensor, matrix: Tensor, bias: Tensor, number: int) -> Tensor:
    """One third of a product: that of reset, update or candidate."""
    return (x @ matrix.T + bias).chunk(3, -1)[number]


def gate(number: int, gloss: str) -> Step:
    return Step(
        "B M",
        lambda x, W, b, h, U, c: torch.sigmoid(
            rows(x, W, b, number) + rows(h, U, c, number)
        ),
        gloss,
    )


exercise = Exercise(
    takes=TAKES,
    returns=("state",),
    steps={
        "r": gate(0, "the reset gate"),
        "z": gate(1, "the update gate"),
        "n": Step(
            "B M",
            lambda x, W, b, h, U, c, r: torch.tanh(
                rows(x, W, b, 2) + r * rows(h, U, c, 2)
            ),
            "the candidate",
        ),
        "kept": Step("B M", lambda z, h: z * h, "what is kept of h"),
        "rest": Step("B M", lambda z: 1 - z, "the share of the candidate"),
        "added": Step("B M", lambda rest, n: rest * n, "the new part"),
        "state": Step(
            "B M",
            lambda kept, added: kept + added,
            "the new state",
            "{z} * {h} + (1 - {z}) * {n}",
        ),
    },
    cases={
        "one sentence, one unit": sized(6, whole=True, B=1, D=1, M=1),
        "three sentences (B=3, D=5, M=7)": sized(1, B=3, D=5, M=7),
        "one sentence, other sizes (B=1, D=2, M=11)": sized(2, B=1, D=2, M=11),
        "as many sentences as units (B=5, D=3, M=5)": sized(3, B=5, D=3, M=5),
    },
    mistakes={
        "z and 1 - z are swapped": {
            "state": lambda z, h, n: (1 - z) * h + z * n
        },
        "brackets are missing: 1 - z * n": {
            "state": lambda z, h, n: z * h + 1 - z * n
        },
    },
)
