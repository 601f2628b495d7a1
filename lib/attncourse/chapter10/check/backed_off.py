"""The probability of tokens after their contexts, by counting, filled up by
what a shorter context says.
"""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def whole(**below):
    """A change: these arguments become whole numbers below that."""

    def change(inputs):
        for name, size in below.items():
            inputs[name] = (3 * inputs[name].abs()).long() % size
        inputs["lower"] = inputs["lower"].sigmoid()

    return change


def often(known, asked):
    """How often each number that is asked stands among the known ones."""
    ordered = known.sort().values
    first, last = (
        torch.searchsorted(ordered, asked, right=right)
        for right in (False, True)
    )
    return last - first


def pairs(contexts, wanted, asked, answers):
    size = 1 + max(int(wanted.max()), int(answers.max()))
    return often(contexts * size + wanted, asked * size + answers)


def filled(once, total, lower, kappa):
    return (once + kappa * lower) / (total + kappa)


LOWER = (0.25, 0.5, 0.125)
SOME = whole(contexts=4, wanted=5, asked=5, answers=5)
FEW = whole(contexts=2, wanted=2, asked=2, answers=3)

exercise = Exercise(
    takes={"contexts": "S", "wanted": "S", "asked": "T", "answers": "T"}
    | {"lower": "T", "kappa": ""},
    returns=("shares",),
    learned=False,
    steps={
        "once": Step(
            "T", pairs, "how often the context was followed by the answer"
        ),
        "total": Step(
            "T",
            lambda contexts, asked: often(contexts, asked),
            "how often the context occurred",
        ),
        "above": Step(
            "T", lambda once, kappa, lower: once + kappa * lower, "numerator"
        ),
        "below": Step("T", lambda total, kappa: total + kappa, "denominator"),
        "shares": Step(
            "T",
            lambda above, below: above / below,
            how="({once} + {kappa} * {lower}) / ({total} + {kappa})",
        ),
    },
    cases={
        "one context": case(
            contexts=(0, 0, 0),
            wanted=(2, 1, 2),
            asked=(0, 0),
            answers=(2, 0),
            lower=LOWER[:2],
            kappa=1.0,
        ),
        "a context that never occurs": case(
            contexts=(0, 0, 3, 0),
            wanted=(2, 1, 1, 2),
            asked=(0, 5, 3),
            answers=(1, 1, 2),
            lower=LOWER,
            kappa=2.0,
        ),
        "large numbers of contexts": case(
            contexts=(4_000_000_000, 7, 4_000_000_000, 7),
            wanted=(3, 1999, 1999, 3),
            asked=(7, 4_000_000_000, 7),
            answers=(1999, 3, 0),
            lower=LOWER,
            kappa=3.0,
        ),
        "many tokens": case(1, SOME, S=30, T=7, kappa=1.5),
        "two contexts": case(2, FEW, S=12, T=5, kappa=8.0),
        "as many asked as read": case(3, SOME, S=9, T=9, kappa=0.5),
    },
    mistakes={
        "kappa is added to every token, whatever the shorter context says": {
            "above": lambda once, kappa: once + kappa
        },
        "the shorter context counts only where the longer one never occurs": {
            "shares": lambda once, total, lower: torch.where(
                total > 0, once / total.clamp(min=1), lower
            )
        },
        "a pair counts once, however often it occurs": {
            "once": lambda contexts, wanted, asked, answers: pairs(
                contexts, wanted, asked, answers
            ).clamp(max=1)
        },
        "kappa is taken for a share": {
            "shares": lambda once, total, lower, kappa: (
                (1 - kappa) * once / total.clamp(min=1) + kappa * lower
            )
        },
        "the answer is counted after any context": {
            "once": lambda wanted, answers: often(wanted, answers)
        },
        "what is divided by counts the answer, not the context": {
            "total": lambda wanted, answers: often(wanted, answers)
        },
        "what is divided by counts all that was read": {
            "total": lambda contexts, asked: torch.full_like(
                asked, len(contexts)
            )
        },
    },
)
