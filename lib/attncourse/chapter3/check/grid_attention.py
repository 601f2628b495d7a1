"""Additive attention over the cells of a grid."""

from attncourse.checks.attention import adding
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import share

TAKES = {"s": "B units", "z": "B I J M", "W_q": "A units"}
TAKES |= {"W_k": "A M", "v": "A"}

exercise = Exercise(
    takes=TAKES,
    returns=("context", "weights"),
    steps=adding("z", "I J")
    | {
        "weights": Step(
            "B I J",
            lambda scores: scores.flatten(1).softmax(-1).reshape(scores.shape),
            "one softmax over the grid",
            share("scores", "I", "J"),
        ),
        "context": Step(
            "B M",
            lambda weights, z: (weights[..., None] * z).sum((1, 2)),
            "weights times z",
            "the sum of {weights} times {z}",
        ),
    },
    cases={
        "one row of two cells": case(
            4, whole=True, B=1, I=1, J=2, M=1, A=1, units=1
        ),
        "two rows of two cells": case(
            5, whole=True, B=1, I=2, J=2, M=1, A=1, units=1
        ),
        "all sizes different": case(1, B=3, I=2, J=5, M=7, A=11, units=13),
        "square grids": case(2, B=2, I=3, J=3, M=5, A=7, units=11),
        "as many images as rows": case(3, B=5, I=5, J=2, M=7, A=3, units=11),
        "equal widths, large scores": case(
            2, large("v"), B=2, I=3, J=5, M=7, A=7, units=7
        ),
    },
    mistakes={
        "one softmax is taken over all images": {
            "weights": lambda scores: (
                scores.flatten().softmax(0).reshape(scores.shape)
            )
        },
    },
)
