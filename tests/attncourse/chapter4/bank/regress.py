"""Answers to `regress`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, y, at, bandwidth):
    distance = at[:, None] - x
    e = -(distance**2) / (2 * bandwidth**2)
    weights = e.softmax(-1)
    return weights @ y


@bank.right
def multiplied_out(x, y, at, bandwidth):
    e = (torch.outer(at, x) - x**2 / 2) / bandwidth**2
    return torch.einsum("ts,s->t", e.softmax(-1), y)


@bank.right
def by_numpy(x, y, at, bandwidth):
    x, y, at = (n.detach().numpy() for n in (x, y, at))
    e = -(np.subtract.outer(at, x) ** 2) / (2 * bandwidth**2)
    f = np.exp(e - e.max(1, keepdims=True))
    return torch.from_numpy((f / f.sum(1, keepdims=True)) @ y)


EXP = "softmax(-1)", "exp()", "@ y"
BRACKETS = "(2 * bandwidth**2)", "2 * bandwidth**2"
FALLS = *EXP, "@ y / (weights.sum(-1) + 1e-8)"
MEAN = *EXP, "@ y / len(y)"
SLIPS = {
    "divides by 2 and multiplies by the square": BRACKETS,
    "forgets the 2": ("2 * ", ""),
    "the distance, not its square": ("(distance**2)", "distance.abs()"),
    "softmax over the places": ("softmax(-1)", "softmax(0)"),
    "0 / 0 where all exponentials are 0": (*EXP, "@ y / weights.sum(-1)"),
    "adds 1e-8 to the sum: falls to 0 far away": FALLS,
    "the mean of the products, not divided by their sum": MEAN,
}
bank.slips(plain, SLIPS)
FRESH = {
    "far points count more": ("-(", "("),
    "the bandwidth without its square": ("bandwidth**2", "bandwidth"),
    "the difference without its square": ("distance**2", "distance"),
    "a mean of the places": ("@ y", "@ x"),
}
bank.fresh(plain, FRESH)
