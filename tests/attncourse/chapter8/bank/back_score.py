"""Answers to `back_score`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def looked(weights, back):
    """The weights on the place so far back, "B H T-back"."""
    t = torch.arange(back, weights.shape[-1])
    return weights[:, :, t, t - back]


@bank.wrong("so many places ahead, not back")
def ahead(weights, back):
    return weights.diagonal(back, -2, -1).mean((0, -1))


@bank.wrong("the last position is left out")
def without_the_last(weights, back):
    return looked(weights, back)[..., :-1].mean((0, -1))


@bank.wrong("one number for each text and head")
def no_mean_of_texts(weights, back):
    return looked(weights, back).mean(-1)


@bank.wrong("one number for all heads")
def all_heads(weights, back):
    return looked(weights, back).mean()


@bank.wrong("the share of rows whose largest weight is there")
def counted(weights, back):
    best = weights.argmax(-1)[..., back:]
    right = best == torch.arange(weights.shape[-1] - back)
    return right.double().mean((0, -1))


@bank.wrong("every pair of a query and a key")
def quarter(weights, back):
    T = weights.shape[-1]
    return weights[:, :, back:, : T - back].mean((0, -2, -1))


bank.wrong("a mean over texts and heads, for each position")(
    lambda weights, back: looked(weights, back).mean((0, 1))
)
bank.wrong("a sum over the texts")(
    lambda weights, back: looked(weights, back).mean(-1).sum(0)
)
bank.wrong("the main diagonal")(
    lambda weights, back: looked(weights, 0).mean((0, -1))
)


@bank.wrong("begins with position 1, however far back it looks")
def from_one(weights, back):
    t = torch.arange(1, weights.shape[-1])
    return weights[:, :, t, t - back].mean((0, -1))


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
