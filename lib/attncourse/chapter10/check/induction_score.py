"""How much each head attends to the token after an earlier copy."""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def shares(inputs):
    """Weights: no token sees a later one."""
    scores = 2 * inputs["weights"]
    hidden = torch.ones_like(scores).triu(1).bool()
    inputs["weights"] = scores.masked_fill(hidden, -torch.inf).softmax(-1)


def sized(seed, n, **sizes):
    return case(seed, shares, T=2 * n, **sizes)


def at(offset):
    """What each token of the second half gives to the one so many places
    after its copy.
    """
    return lambda later: torch.stack(
        [later[:, :, i, i + offset] for i in range(later.shape[2])], -1
    )


WORDS = (
    (1.0, 0.0, 0.0, 0.0),
    (0.5, 0.5, 0.0, 0.0),
    (0.125, 0.75, 0.125, 0.0),
    (0.25, 0.25, 0.5, 0.0),
)

exercise = Exercise(
    takes={"weights": "B H T T'"},
    returns=("score",),
    learned=False,
    steps={
        "later": Step(
            "B H n T'",
            lambda weights: weights[:, :, weights.shape[2] // 2 :],
            "the rows of the second half",
        ),
        "found": Step(
            "B H n",
            at(1),
            "what each gives to the token after its copy",
        ),
        "each": Step("B H", lambda found: found.mean(-1), "mean of a text"),
        "score": Step("H", lambda each: each.mean(0), "mean of all texts"),
    },
    cases={
        "one head, n = 2": case(weights=((WORDS,),)),
        "one text, three heads, n = 4": sized(1, 4, B=1, H=3),
        "five texts, two heads, n = 3": sized(2, 3, B=5, H=2),
        "as many texts as heads": sized(3, 5, B=4, H=4),
        "n = 1": sized(4, 1, B=3, H=2),
    },
    mistakes={
        "the weight on the same token is taken, not on the one after": {
            "found": at(0)
        },
        "the weight on the token before the copy is taken": {"found": at(-1)},
        "the weight on the token before is taken": {
            "found": lambda weights: weights.diagonal(-1, -2, -1)[
                ..., weights.shape[2] // 2 - 1 :
            ]
        },
        "the last row of the first half is averaged, too, by a diagonal": {
            "each": lambda weights: weights.diagonal(
                1 - weights.shape[2] // 2, -2, -1
            ).mean(-1)
        },
        "the first half is averaged, too, as if it had 0": {
            "each": lambda found: found.sum(-1) / found.shape[-1] / 2
        },
        "the weight of each token on itself is taken": {
            "found": lambda weights: weights.diagonal(0, -2, -1)[
                ..., weights.shape[2] // 2 :
            ]
        },
    },
)
