"""Which kinds of wrong answers are told, exercise by exercise."""

from tests.attncourse.checks.expectations import NEVER, NONE

TOLD = {
    "frequencies": "plain",
    "own_bias": "changed root",
    "places": "mask changed",
    "rotary": "changed equal plain",
    "to_halves": "itself changed plain",
}
EQUAL = {
    "rotary": lambda place, **_: place.tolist(),
}
SAID = {
    "frequencies": {
        "goes all the way to 1": ("is 1 / base itself", "almost"),
        "divides by the number of pairs": ("value times 2", "*"),
    },
    "places": {
        "keeps the padding": ("mask is inverted", NEVER),
        "starts again after": (NONE, NEVER),
        "goes on counting": ("runs on from row to row", NONE),
        "moves the words": ("True places in front", NONE),
    },
    "rotary": {
        "places from the start": ("from its first entry", NONE),
    },
    "to_halves": {
        "takes the second": (NONE, NEVER),
    },
}
