"""The softmax of each row over what may be read."""

import torch

from attnbook.check.attention import hide, masking, sharing
from attnbook.check.cases import drawn, rows
from attnbook.check.exercise import Exercise

TAKES = {"e": "B S", "mask": "B S"}
SEEN = rows("11011", "01100", "10000", "11111")
BLIND = rows("11011", "00000", "10110")


def case(mask, seed, *changes, whole=False):
    B, S = mask.shape
    given = {"mask": mask}
    return drawn(TAKES, seed, *changes, whole=whole, given=given, B=B, S=S)


def low(given):
    """There a finite score such as -30 hides nothing."""
    given["e"] -= 40


def mixed_seen(masked):
    """One softmax over all that is seen in all rows."""
    return masked.flatten().softmax(0).reshape(masked.shape)


exercise = Exercise(
    name="masked_softmax",
    takes=TAKES,
    returns=("weights",),
    steps=masking("e", axes="B S") | sharing("masked", "B S"),
    cases={
        "three positions, one hidden": case(rows("110"), 2, whole=True),
        "nothing hidden": case(rows("11111", "11111"), 1),
        "some positions hidden in every row": case(SEEN, 2),
        "a row in which nothing may be seen": case(BLIND, 3),
        "scores near -40": case(SEEN, 2, low),
        "as many rows as positions": case(rows("101", "111", "010"), 5),
    },
    mistakes={
        "a row that sees nothing is 0 / 0": {
            "weights": lambda masked: masked.softmax(-1)
        },
        "a row that sees nothing shares 1 among all": {
            "weights": lambda e, mask: hide(
                e, mask | ~mask.any(-1, keepdim=True)
            ).softmax(-1)
        },
        "it takes one softmax over all rows": {"weights": mixed_seen},
        "hidden scores become 0 before the softmax, and exp(0) is 1": {
            "masked": lambda e, mask: e * mask
        },
        "every score that is 0 is hidden": {
            "masked": lambda e, mask: torch.where(e * mask == 0, -torch.inf, e)
        },
    },
)
