"""Answers to `induction_score`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def looked(weights, offset):
    """The mean weight of the second half on the place `offset` from t - n."""
    n = weights.shape[-1] // 2
    t = torch.arange(n, 2 * n)
    return weights[:, :, t, (t - n + offset) % (2 * n)].mean((0, -1))


bank.wrong("two places after the copy")(lambda weights: looked(weights, 2))


@bank.wrong("one number for all heads")
def all_heads(weights):
    return looked(weights, 1).mean()


@bank.wrong("one number for each text and head")
def no_mean_of_texts(weights):
    n = weights.shape[-1] // 2
    t = torch.arange(n, 2 * n)
    return weights[:, :, t, t - n + 1].mean(-1)


@bank.wrong("the sum, not the mean")
def total(weights):
    n = weights.shape[-1] // 2
    return looked(weights, 1) * n


@bank.wrong("rows and columns swapped")
def swapped(weights):
    return looked(weights.transpose(-1, -2), 1)


@bank.wrong("the largest weight, wherever it stands")
def largest(weights):
    n = weights.shape[-1] // 2
    return weights[:, :, n:].amax(-1).mean((0, -1))


@bank.wrong("the share of rows whose largest weight is there")
def counted(weights):
    n = weights.shape[-1] // 2
    best = weights[:, :, n:].argmax(-1)
    right = best == torch.arange(1, n + 1)
    return right.double().mean((0, -1))


@bank.wrong("the last position is left out")
def without_the_last(weights):
    n = weights.shape[-1] // 2
    t = torch.arange(n, 2 * n - 1)
    return weights[:, :, t, t - n + 1].mean((0, -1))


@bank.wrong("every pair of second half and first half")
def quarter(weights):
    n = weights.shape[-1] // 2
    return weights[:, :, n:, 1 : n + 1].mean((0, -2, -1))


@bank.wrong("the first half, too")
def first_half(weights):
    return weights.diagonal(0, -2, -1).roll(1, -1).mean((0, -1))


@bank.wrong("counts positions from 1")
def from_one(weights):
    n = weights.shape[-1] // 2
    t = torch.arange(n + 1, 2 * n + 1)
    return weights[:, :, t, t - n + 1].mean((0, -1))


@bank.wrong("the mean over texts and heads, for each position")
def no_mean_of_positions(weights):
    n = weights.shape[-1] // 2
    t = torch.arange(n, 2 * n)
    return weights[:, :, t, t - n + 1].mean((0, 1))


@bank.right
def by_diagonal(weights):
    n = weights.shape[-1] // 2
    stripe = weights.diagonal(offset=1 - n, dim1=-2, dim2=-1)  # B H n+1
    return (
        stripe[..., 1:].mean(-1).mean(0) if n > 1 else stripe[..., -1].mean(0)
    )


@bank.right
def by_einsum(weights):
    n = weights.size(-1) // 2
    block = weights[:, :, n:, 1 : n + 1]
    return torch.einsum("bhii->h", block) / (len(weights) * n)


@bank.right
def by_trace(weights):
    x = weights.numpy()
    n = x.shape[-1] // 2
    traces = np.trace(x[:, :, n:], offset=1, axis1=2, axis2=3)  # B H
    return torch.from_numpy(traces.mean(0) / n)
