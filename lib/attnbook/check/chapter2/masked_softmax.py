"""The softmax of each row over what may be read."""

from functools import partial

import torch

from attnbook.check.attention import hide, lowered, raised, weighing
from attnbook.check.cases import drawn
from attnbook.check.exercise import Exercise

TAKES = {"e": "B S", "mask": "B S"}
SEEN = "11011", "01100", "10000", "11111"

case = partial(drawn, TAKES)

exercise = Exercise(
    name="masked_softmax",
    takes=TAKES,
    returns=("weights",),
    steps=weighing("e", "mask", "B S"),
    cases={
        "three positions, one hidden": case(2, seen=("110",), whole=True),
        "nothing hidden": case(1, seen=("11111", "11111")),
        "some positions hidden in every row": case(2, seen=SEEN),
        "a row in which nothing may be seen": case(
            3, seen=("11011", "00000", "10110")
        ),
        "scores near -40": case(2, lowered, seen=SEEN),
        "scores near 1000": case(5, raised, seen=("101", "111", "010")),
    },
    mistakes={
        "a row that sees nothing shares 1 among all": {
            "weights": lambda e, mask: hide(
                e, mask | ~mask.any(-1, keepdim=True)
            ).softmax(-1)
        },
        "every score that is 0 is hidden": {
            "masked": lambda e, mask: torch.where(e * mask == 0, -torch.inf, e)
        },
    },
)
