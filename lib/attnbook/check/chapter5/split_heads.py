"""A width split into heads: each word keeps its own numbers."""

import torch

from attnbook.check.cases import drawn
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import text

TAKES = {"x": "B T D", "H": ""}


def case(seed, H, whole=False, **sizes):
    return drawn(TAKES, seed, whole=whole, inputs={"H": H}, **sizes)


def counted(inputs):
    """Number d of word t is 10 t + d."""
    T, D = inputs["x"].shape[1:]
    inputs["x"] = (10.0 * torch.arange(T)[:, None] + torch.arange(D)).double()
    inputs["x"] = inputs["x"][None]


exercise = Exercise(
    name="split_heads",
    takes=TAKES,
    returns=("heads",),
    steps={
        "cut": Step(
            "B T H K",
            lambda x, H: x.unflatten(-1, (H, -1)),
            "the last axis cut in two",
        ),
        "heads": Step(
            "B H T K",
            lambda cut: cut.transpose(1, 2),
            "heads before words",
            text("number {size T} words"),
        ),
    },
    cases={
        "two words of four numbers, two heads": drawn(
            TAKES, 0, counted, inputs={"H": 2}, B=1, T=2, D=4
        ),
        "three sentences, two heads (B=3, T=5, D=14)": case(
            1, 2, B=3, T=5, D=14
        ),
        "as many heads as words (B=2, T=3, D=15)": case(2, 3, B=2, T=3, D=15),
        "one head (B=3, T=2, D=5)": case(3, 1, B=3, T=2, D=5),
        "heads of width 1 (B=2, T=7, D=5)": case(4, 5, B=2, T=7, D=5),
    },
    mistakes={
        "the numbers are dealt out: a head takes every H-th": {
            "cut": lambda x, H: x.unflatten(-1, (-1, H)).mT
        },
    },
)
