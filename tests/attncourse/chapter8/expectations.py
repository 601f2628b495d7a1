"""Which kinds of wrong answers are told, exercise by exercise."""

from tests.attncourse.checks.expectations import NONE

TOLD = {
    "infill": "itself changed equal plain",
    "masked_batch": "itself changed equal plain own",
}
EQUAL = {
    "infill": lambda spans, **_: [[begin for begin, _ in spans]],
    "masked_batch": lambda tokens, draws, **_: [tokens[draws < 0.15].tolist()],
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
}
