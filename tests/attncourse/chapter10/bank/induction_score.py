"""Answers to `induction_score`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_index(weights):
    n = weights.shape[-1] // 2
    t = torch.arange(n, 2 * n)
    found = weights[:, :, t, t - n + 1]  # B H n
    return found.mean((0, -1))


COUNTED = ", t - n + 1]", "].argmax(-1).eq(t - n + 1).double()"
PAIRS = "t, t - n + 1", "t][..., t - n + 1", "(0, -1)", "(0, -2, -1)"
SLIPS = {
    "two places after the copy": ("t - n + 1", "(t - n + 2) % (2 * n)"),
    "one number for all heads": ("(0, -1)", ""),
    "one number for each text and head": ("(0, -1)", "-1"),
    "the sum, not the mean": ("mean((0, -1))", "sum(-1).mean(0)"),
    "rows and columns swapped": ("t, t - n + 1", "t - n + 1, t"),
    "the largest weight, wherever it stands": (", t - n + 1]", "].amax(-1)"),
    "the share of rows whose largest weight is there": COUNTED,
    "the last position is left out": ("2 * n", "2 * n - 1"),
    "every pair of second half and first half": PAIRS,
    "the first half, too": ("arange(n, ", "arange(", "t - n + 1", "t"),
    "counts positions from 1": ("(n, 2 * n)", "(n + 1, 2 * n + 1)"),
    "the mean over texts and heads, for each position": ("(0, -1)", "(0, 1)"),
}
bank.slips(by_index, SLIPS)
FRESH = {
    "the first position of the second half is left out": ("(n,", "(n + 1,"),
    "through a softmax again": ("weights[:", "weights.softmax(-1)[:"),
    "all that is given to the first half": ("t - n + 1]", ":n].sum(-1)"),
    "the best position, not the mean of all": ("((0, -1))", "(0).amax(-1)"),
}
bank.fresh(by_index, FRESH)


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
