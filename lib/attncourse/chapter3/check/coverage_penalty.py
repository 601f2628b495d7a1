"""The penalty of Xu et al. 2015, equation 14."""

from attncourse.checks.cases import case, shares
from attncourse.checks.exercise import Exercise, Step

SHARES = shares("weights", 1)


def empty(inputs):
    """The first cell gets nothing."""
    SHARES(inputs)
    inputs["weights"][..., 0] = 0.0


exercise = Exercise(
    takes={"weights": "B T S", "mask": "B T"},
    returns=("penalty",),
    steps={
        "taken": Step(
            "B T S",
            lambda weights, mask: weights * mask[..., None],
            "the weights of real words",
        ),
        "got": Step(
            "B S", lambda taken: taken.sum(1), "the total weight of each cell"
        ),
        "missing": Step("B S", lambda got: 1 - got, "how far it is from 1"),
        "squares": Step("B S", lambda missing: missing.square(), "its square"),
        "penalty": Step(
            "B", lambda squares: squares.sum(-1), "the sum over the cells"
        ),
    },
    cases={
        "one word, two cells": case(1, SHARES, mask=("1",), S=2),
        "two words, one of them padding": case(2, SHARES, mask=("10",), S=2),
        "no padding": case(1, SHARES, mask=("11111",) * 3, S=7),
        "captions of 3, 5 and 1 words": case(
            2, SHARES, mask=("11100", "11111", "10000"), S=7
        ),
        "one caption, more words than cells": case(
            3, SHARES, mask=("1111100",), S=3
        ),
        "padding anywhere, and a cell without weight": case(
            4, empty, mask=("1111", "1101", "0100", "0111"), S=4
        ),
    },
    mistakes={
        "each word is squared before the words are added up": {
            "penalty": lambda weights, mask: (
                (1 - weights).square() * mask[..., None]
            ).sum((1, 2))
        },
    },
)
