"""Answers to `regress`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.wrong("divides by 2 and multiplies by the square")
def precedence(x, y, at, bandwidth):
    e = -((at[:, None] - x) ** 2) / 2 * bandwidth**2
    return e.softmax(-1) @ y


@bank.wrong("forgets the 2")
def no_two(x, y, at, bandwidth):
    return (-(((at[:, None] - x) / bandwidth) ** 2)).softmax(-1) @ y


@bank.wrong("the distance, not its square")
def distance(x, y, at, bandwidth):
    e = -(at[:, None] - x).abs() / (2 * bandwidth**2)
    return e.softmax(-1) @ y


@bank.wrong("softmax over the places")
def over_places(x, y, at, bandwidth):
    e = -(at[:, None] - x).square() / (2 * bandwidth**2)
    return e.softmax(0) @ y


@bank.wrong("0 / 0 where all exponentials are 0")
def underflow(x, y, at, bandwidth):
    f = torch.exp(-(at[:, None] - x).square() / (2 * bandwidth**2))
    return f @ y / f.sum(-1)


@bank.wrong("adds 1e-8 to the sum: falls to 0 far away")
def falls(x, y, at, bandwidth):
    f = torch.exp(-(at[:, None] - x).square() / (2 * bandwidth**2))
    return f @ y / (f.sum(-1) + 1e-8)


@bank.wrong("the mean of the products, not divided by their sum")
def not_divided(x, y, at, bandwidth):
    f = torch.exp(-(at[:, None] - x).square() / (2 * bandwidth**2))
    return (f * y).mean(-1)


@bank.right
def place_by_place(x, y, at, bandwidth):
    found = []
    for place in at:
        e = -0.5 * ((x - place) / bandwidth) ** 2
        found.append(torch.dot((e - e.logsumexp(0)).exp(), y))
    return torch.stack(found)


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
