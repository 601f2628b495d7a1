"""Which kinds of wrong answers are told, exercise by exercise."""

from tests.attncourse.checks.expectations import NONE

TOLD = {
    "cached_step": "softmax changed root",
    "layer_norm": "changed",
    "post_norm_block": "changed",
    "token_losses": "softmax log given changed equal plain",
}
EQUAL = {
    "token_losses": lambda target, pad, **_: [
        x[x != pad].tolist() for x in target
    ],
}
SAID = {
    "cached_step": {
        "puts the new key": ("where: keys and values\n", "is at T+1 = 0"),
        "divides the weights": ("the / in scores is done after weights", NONE),
    },
    "layer_norm": {
        "the small number outside": ("added to the root", "almost"),
        "the small number as the": ("clamp_min", "almost"),
        "normalises each feature": (
            "where: centred and variance",
            "in variance",
        ),
    },
    "post_norm_block": {
        "the first shift": ("where: x_2 and output", "x_1"),
        "counts the norms": ("with size 3", "size B"),
        "gain and shift": ("gain and shift are swapped", NONE),
    },
}
