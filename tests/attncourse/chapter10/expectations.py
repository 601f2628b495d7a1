"""Which kinds of wrong answers are told, exercise by exercise."""

from tests.attncourse.chapter10 import oracles
from tests.attncourse.checks.expectations import NONE

TOLD = {
    "back_score": "changed plain",
    "backed_off": "changed plain",
    "bet_bits": "changed",
    "bits_per_byte": "changed plain",
    "decoder_block": "changed",
    "induction_score": "changed",
    "longest_copy": "",
    "nucleus": "itself changed equal plain",
}
EQUAL = {
    "nucleus": lambda probabilities, p: [
        row[row > 0].tolist() for row in oracles.nucleus(probabilities, p)
    ],
}
SAID = {
    "nucleus": {
        "divides by p": ("p is used instead of total", NONE),
        "the largest nucleus": ("True in any row", NONE),
    },
}
