"""Answers to `back_score`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_index(weights, back):
    t = torch.arange(back, weights.shape[-1])
    found = weights[:, :, t, t - back]  # B H T-back
    return found.mean((0, -1))


COUNTED = "[:, :, t, t - back]", ".argmax(-1)[:, :, t].eq(t - back).double()"
PAIRS = "t, t - back", "t][..., t - back", "(0, -1)", "(0, -2, -1)"
SLIPS = {
    "so many places ahead, not back": ("t, t - back", "t - back, t"),
    "the last position is left out": ("shape[-1]", "shape[-1] - 1"),
    "one number for each text and head": ("(0, -1)", "-1"),
    "one number for all heads": ("(0, -1)", ""),
    "the share of rows whose largest weight is there": COUNTED,
    "every pair of a query and a key": PAIRS,
    "a mean over texts and heads, for each position": ("(0, -1)", "(0, 1)"),
    "a sum over the texts": ("mean((0, -1))", "mean(-1).sum(0)"),
    "the main diagonal": ("arange(back", "arange(0", "t - back", "t"),
    "begins with position 1, however far back it looks": ("(back", "(1"),
}
bank.slips(by_index, SLIPS)
FRESH = {
    "the last positions are left out, not the first": (
        "back, weights.shape[-1]",
        "weights.shape[-1] - back",
    ),
    "divided by the heads, too": (
        "mean((0, -1))",
        "sum((0, -1)) / found.numel()",
    ),
    "the first text alone": ("found.mean((0, -1))", "found[0].mean(-1)"),
    "all so far back, or farther": (
        "s[:, :, t, t - back]",
        "s.tril(-back).sum(-1)[:, :, t]",
    ),
}
bank.fresh(by_index, FRESH)


@bank.right
def by_diagonal(weights, back):
    return weights.diagonal(offset=-back, dim1=-2, dim2=-1).mean((0, -1))


@bank.right
def cut(weights, back):
    T = weights.shape[-1]
    block = weights[:, :, back:, : T - back]
    return torch.einsum("bhii->h", block) / (len(weights) * (T - back))


@bank.right
def by_trace(weights, back):
    x = weights.numpy()
    traces = np.trace(x, offset=-back, axis1=2, axis2=3)  # B H
    return torch.from_numpy(traces.mean(0) / (x.shape[-1] - back))
