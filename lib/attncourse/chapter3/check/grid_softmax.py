"""One softmax over all cells of a grid."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import share


def apart(inputs):
    inputs["e"][1] += 1000


exercise = Exercise(
    takes={"e": "B I J"},
    returns=("weights",),
    steps={
        "row": Step("B S", lambda e: e.flatten(1), "all cells in one row"),
        "shares": Step("B S", lambda row: row.softmax(-1), "their softmax"),
        "weights": Step(
            "B I J",
            lambda shares, e: shares.reshape(e.shape),
            "in the shape of the grid",
            share("e", "I", "J"),
        ),
    },
    cases={
        "one row of two cells": case(15, whole=True, B=1, I=1, J=2),
        "two rows of one cell": case(15, whole=True, B=1, I=2, J=1),
        "two rows of two cells": case(6, whole=True, B=1, I=2, J=2),
        "three images (B=3, I=5, J=7)": case(1, B=3, I=5, J=7),
        "one image near 1000": case(2, apart, B=2, I=3, J=3),
        "as many images as rows (B=5, I=5, J=2)": case(3, B=5, I=5, J=2),
    },
    mistakes={
        "each row of the grid gets its own softmax": {
            "weights": lambda e: e.softmax(-1)
        },
        "each row of the grid gets the same share": {
            "weights": lambda e: e.softmax(-1) / e.shape[1]
        },
        "it goes through a softmax along the rows, then along the columns": {
            "weights": lambda e: e.softmax(-1).softmax(-2)
        },
        "scores are divided by their sum, without exponentials": {
            "shares": lambda row: row / row.sum(-1, keepdim=True)
        },
        "each column of the grid gets its own softmax": {
            "weights": lambda e: e.softmax(-2)
        },
    },
)
