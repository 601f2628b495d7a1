"""Causal self-attention: no word reads a later one."""

from functools import partial

import torch

from attncourse.checks.attention import (
    low,
    projecting,
    reading,
    scaling,
    weighing,
)
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise, Step

sized = partial(case, B=3, T=5, D=13, K=11, V=7)


def blank(inputs):
    """One word is all zeros: its scores are 0, and it may still be seen."""
    inputs["X"][:, 1] = 0.0


exercise = Exercise(
    takes={"X": "B T D", "W_q": "D K", "W_k": "D K", "W_v": "D V"},
    returns=("output", "weights"),
    steps=projecting("X", "X", "T'")
    | scaling("B T T'")
    | {
        "seen": Step(
            "B T T'",
            lambda scores: torch.ones_like(scores).tril().bool(),
            "each word sees itself and the words before it",
        ),
    }
    | weighing("scores", "seen", "B T T'")
    | reading("V"),
    cases={
        "two words": sized(80, whole=True, B=1, T=2, D=2, K=3, V=1),
        "three sentences (B=3, T=5)": sized(7),
        "nine words, one of them all zeros": sized(2, blank, B=5, T=9),
        "large scores": sized(5, large("W_q")),
        "one word (B=1, T=1)": sized(3, B=1, T=1),
        "scores near -40": sized(4, low),
    },
    mistakes={
        "every score that is 0 is hidden, wherever it is": {
            "masked": lambda scores: scores.tril().masked_fill(
                scores.tril() == 0, -torch.inf
            )
        },
    },
)
