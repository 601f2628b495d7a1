"""Answers to `frequencies`, wrong and right."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(D, base):
    i = torch.arange(D // 2, dtype=torch.float64)
    return base ** (-2 * i / D)


@bank.right
def one_by_one(D, base):
    found = [math.pow(base, -d / D) for d in range(0, D, 2)]
    return torch.tensor(found, dtype=torch.double)


@bank.right
def steps_down(D, base):
    step = torch.full((D // 2,), base, dtype=torch.float64) ** (-2 / D)
    step[0] = 1.0
    return step.cumprod(0)


bank.slips(
    plain,
    {
        "wavelengths, not frequencies": (
            "base ** (-",
            "2 * math.pi * base ** (",
        ),
        "10000, whatever the base": ("base **", "10_000.0 **"),
        "from the slowest to the fastest": ("i / D)", "i / D).flip(0)"),
        "one frequency for each feature": ("D // 2", "D", "2 * i", "i"),
        "in float32": (", dtype=torch.float64", ""),
        "divides by the number of pairs, not of features": (
            "/ D)",
            "/ (D // 2))",
        ),
        "takes the logarithm to base 10 for the natural one": (
            "base ** (-2 * i / D)",
            "torch.exp(-2 * i / D * math.log10(base))",
        ),
        "goes all the way to 1 / base: the ends of linspace": (
            "2 * i / D",
            "i / max(D // 2 - 1, 1)",
        ),
        "divides integers: all exponents but the first are -1": (
            "/ D)",
            "// D)",
        ),
    },
)
bank.fresh(
    plain,
    {
        "forgets the minus": ("-2", "2"),
        "forgets the 2": ("-2 * i", "-i"),
        "one frequency too many": ("D // 2", "D // 2 + 1"),
        "e instead of the base": ("base ** (", "torch.exp("),
    },
)
