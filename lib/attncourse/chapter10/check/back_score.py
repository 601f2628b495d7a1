"""How much each head attends to the token a given number of places back."""

import torch

from attncourse.chapter10.check.induction_score import WORDS, shares
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def picked(weights, back):
    """The weight of each position that has one so far back."""
    t = torch.arange(back, weights.shape[-1])
    return weights[:, :, t, t - back]


def clamped(weights, back):
    t = torch.arange(weights.shape[-1])
    return weights[:, :, t, (t - back).clamp(0)]


def around(weights, back):
    """Of the first positions, which have none so far back, the last tokens."""
    t = torch.arange(weights.shape[-1] - back)
    return weights[:, :, t, t - back]


def of_all(weights, found):
    """The sum divided by all positions, not by those that are counted."""
    return found.sum(-1) / weights.shape[-1]


exercise = Exercise(
    takes={"weights": "B H T T'", "back": ""},
    returns=("score",),
    learned=False,
    steps={
        "found": Step(
            "B H n",
            picked,
            "what each position gives to the one `back` places before it, if "
            "there is one",
        ),
        "each": Step("B H", lambda found: found.mean(-1), "mean of a text"),
        "score": Step("H", lambda each: each.mean(0), "mean of all texts"),
    },
    cases={
        "one head, the token before": case(weights=((WORDS,),), back=1),
        "one text, three heads, 2 back": case(1, shares, B=1, H=3, T=7, back=2),
        "five texts, two heads, 3 back": case(2, shares, B=5, H=2, T=7, back=3),
        "as many texts as heads, 4 back": case(
            3, shares, B=4, H=4, T=9, back=4
        ),
        "0 back: each token on itself": case(4, shares, B=3, H=2, T=5, back=0),
    },
    mistakes={
        "positions without a token so far back count, too, as 0": {
            "each": of_all
        },
        "one place too near": {
            "found": lambda weights, back: picked(weights, max(back - 1, 0))
        },
        "the first positions look back from the end of the text, and the last "
        "ones are left out": {"found": around},
        "places before the text become its first token": {"found": clamped},
        "all places up to `back` are taken, not the last of them": {
            "each": lambda weights, found, back: (
                sum(picked(weights, k).sum(-1) for k in range(back + 1))
                / found.shape[-1]
            )
        },
        "the second half of the text is averaged alone": {
            "found": lambda weights, back: picked(weights, back)[
                ..., max(weights.shape[-1] // 2 - back, 0) :
            ]
        },
        "the sum is taken, not the mean": {"each": lambda found: found.sum(-1)},
        "the first position is left out of the mean": {
            "found": lambda weights, back: picked(weights, back)[..., 1:]
        },
    },
)
