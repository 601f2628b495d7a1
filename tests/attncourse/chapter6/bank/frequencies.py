"""Answers to `frequencies`, wrong and right."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def count(D):
    return torch.arange(D // 2, dtype=torch.float64)


bank.wrong("wavelengths, not frequencies")(
    lambda D, base: 2 * math.pi * base ** (2 * count(D) / D)
)
bank.wrong("10000, whatever the base")(
    lambda D, base: 10_000.0 ** (-2 * count(D) / D)
)
bank.wrong("from the slowest to the fastest")(
    lambda D, base: (base ** (-2 * count(D) / D)).flip(0)
)


@bank.wrong("one frequency for each feature")
def by_feature(D, base):
    return base ** (-torch.arange(D, dtype=torch.float64) / D)


@bank.wrong("in float32")
def single(D, base):
    return base ** (-torch.arange(0, D, 2) / D)


bank.wrong("divides by the number of pairs, not of features")(
    lambda D, base: base ** (-2 * count(D) / (D // 2))
)
bank.wrong("takes the logarithm to base 10 for the natural one")(
    lambda D, base: torch.exp(-2 * count(D) / D * math.log10(base))
)
bank.wrong("goes all the way to 1 / base: the ends of linspace")(
    lambda D, base: base ** -torch.linspace(0, 1, D // 2, dtype=torch.float64)
)
bank.wrong("divides integers: all exponents but the first are -1")(
    lambda D, base: base ** (-2 * count(D) // D)
)
bank.right(lambda D, base: torch.exp(-math.log(base) / D * 2 * count(D)))


@bank.right
def one_by_one(D, base):
    found = []
    for d in range(D):
        if d % 2 == 0:
            found.append(math.pow(base, -d / D))
    return torch.tensor(found, dtype=torch.double)


@bank.right
def steps_down(D, base):
    step = torch.full((D // 2,), base, dtype=torch.float64) ** (-2 / D)
    step[0] = 1.0
    return step.cumprod(0)
