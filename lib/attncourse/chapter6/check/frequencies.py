"""The frequency of each pair of features: from 1 down to nearly 1 / base."""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def pairs(D):
    """The numbers of the pairs, from 0."""
    return torch.arange(D // 2, dtype=torch.float64)


def draw(chance):
    return case(D=2 * chance.randint(1, 40), base=chance.uniform(2, 20_000))


exercise = Exercise(
    takes={"D": "", "base": ""},
    returns=("omega",),
    steps={
        "exponents": Step(
            "i",
            lambda D: -2 * pairs(D) / D,
            "-2 i / D, pairs counted from 0",
            "-2 * {i} / {D}",
        ),
        "omega": Step(
            "i",
            lambda base, exponents: base**exponents,
            "base to the power of the exponents",
            "{base} ^ {exponents}",
        ),
    },
    cases={
        "two pairs, base 100": case(D=4, base=100.0),
        "four pairs": case(D=8, base=10_000.0),
        "seven pairs, a small base": case(D=14, base=2.5),
        "one pair": case(D=2, base=10_000.0),
        "256 pairs": case(D=512, base=10_000.0),
    },
    mistakes={
        "pairs are counted from 1, so the fastest frequency is lost": {
            "exponents": lambda D: -2 * (pairs(D) + 1) / D
        },
        "the exponent of feature 2i + 1 is used for both features": {
            "exponents": lambda D: -(2 * pairs(D) + 1) / D
        },
        "the last frequency is 1 / base itself": {
            "exponents": lambda D: (
                -torch.linspace(0, 1, D // 2, dtype=torch.float64)
            )
        },
    },
    draw=draw,
)
