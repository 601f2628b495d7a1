"""Fresh answers to `frequencies`, written with its messages closed."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def pairs(D):
    return torch.arange(D // 2, dtype=torch.float64)


bank.wrong("divides by the number of pairs, not of features")(
    lambda D, base: base ** (-2 * pairs(D) / (D // 2))
)
bank.wrong("takes the logarithm to base 10 for the natural one")(
    lambda D, base: torch.exp(-2 * pairs(D) / D * math.log10(base))
)
bank.wrong("goes all the way to 1 / base: the ends of linspace")(
    lambda D, base: base ** -torch.linspace(0, 1, D // 2, dtype=torch.float64)
)
bank.wrong("divides integers: all exponents but the first are -1")(
    lambda D, base: base ** (-2 * pairs(D) // D)
)
bank.wrong("float32, from an arange of integers")(
    lambda D, base: base ** (-torch.arange(0, D, 2) / D)
)
bank.wrong("one for each feature: every frequency stands there twice")(
    lambda D, base: base ** (-2 * (torch.arange(D).double() // 2) / D)
)
bank.wrong("no brackets around the exponent")(
    lambda D, base: 1 / base**2 * pairs(D) / D
)
bank.wrong("the slowest first")(
    lambda D, base: base ** (-2 * pairs(D) / D).flip(0)
)

bank.right(
    lambda D, base: torch.exp(
        -math.log(base) / D * torch.arange(0, D, 2, dtype=torch.float64)
    )
)


@bank.right
def each_from_the_last(D, base):
    omega = [1.0]
    while len(omega) < D // 2:
        omega.append(omega[-1] / base ** (2 / D))
    return torch.tensor(omega[: D // 2], dtype=torch.float64)
