"""Which kinds of wrong answers are told, exercise by exercise."""

from tests.attncourse.chapter8 import oracles
from tests.attncourse.checks.expectations import NONE

TOLD = {
    "back_score": "changed plain",
    "induction_score": "changed",
    "infill": "itself changed equal plain",
    "masked_batch": "itself changed equal plain own",
    "nucleus": "itself changed equal plain",
}
EQUAL = {
    "infill": lambda spans, **_: [[begin for begin, _ in spans]],
    "masked_batch": lambda tokens, draws, **_: [tokens[draws < 0.15].tolist()],
    "nucleus": lambda probabilities, p: [
        row[row > 0].tolist() for row in oracles.nucleus(probabilities, p)
    ],
}
OWN = {
    "masked_batch": [
        ("drawn", lambda draws: draws < draws.quantile(0.15)),
        ("drawn", lambda draws: draws <= 0.15),
        ("words", lambda tokens: tokens > tokens.min() + 3),
    ],
}
SAID = {
    "infill": {
        "starts from the orig": ("its last entry alone", NONE),
    },
    "masked_batch": {
        "the second comparison": ("hidden has no effect", "in <"),
        "token 4": ("> stands where >=", "too small"),
    },
    "nucleus": {
        "divides by p": ("p is used instead of total", NONE),
        "the largest nucleus": ("True in any row", NONE),
    },
}
