"""The softmax of each row over what may be read."""

import torch

from attncourse.checks.attention import hide, lowered, raised, weighing
from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise

SEEN = "11011", "01100", "10000", "11111"
exercise = Exercise(
    takes={"e": "B S", "mask": "B S"},
    returns=("weights",),
    steps=weighing("e", "mask", "B S"),
    cases={
        "three positions, one hidden": case(2, mask=("110",), whole=True),
        "nothing hidden": case(1, mask=("11111", "11111")),
        "some positions hidden in every row": case(2, mask=SEEN),
        "a fully hidden row": case(3, mask=("11011", "00000", "10110")),
        "scores near -40": case(2, lowered, mask=SEEN),
        "scores of 1000 and more": case(5, raised, mask=("101", "111", "010")),
    },
    mistakes={
        "a fully hidden row spreads its weight over all positions": {
            "weights": lambda e, mask: hide(
                e, mask | ~mask.any(-1, keepdim=True)
            ).softmax(-1)
        },
        "every score that is 0 is hidden": {
            "masked": lambda e, mask: torch.where(e * mask == 0, -torch.inf, e)
        },
    },
)
