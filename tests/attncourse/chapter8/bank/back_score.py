"""Answers to `back_score`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def looked(weights, back):
    """The weights on the place so far back, "B H T-back"."""
    t = torch.arange(back, weights.shape[-1])
    return weights[:, :, t, t - back]


bank.wrong("one place too far back")(
    lambda weights, back: looked(weights, back + 1).mean((0, -1))
)
bank.wrong("one place too near, or itself")(
    lambda weights, back: looked(weights, max(back - 1, 0)).mean((0, -1))
)
bank.wrong("always the token before")(
    lambda weights, back: looked(weights, 1).mean((0, -1))
)


@bank.wrong("negative places count from the end, and enter the mean as 0")
def wrapped(weights, back):
    t = torch.arange(weights.shape[-1])
    return weights[:, :, t, t - back].mean((0, -1))


@bank.wrong("places before the text become the first token")
def clamped(weights, back):
    t = torch.arange(weights.shape[-1])
    return weights[:, :, t, (t - back).clamp(0)].mean((0, -1))


@bank.wrong("so many places ahead, not back")
def ahead(weights, back):
    return weights.diagonal(back, -2, -1).mean((0, -1))


@bank.wrong("keys and queries swapped")
def swapped(weights, back):
    return looked(weights.mT, back).mean((0, -1))


@bank.wrong("the second half alone")
def second_half(weights, back):
    n = weights.shape[-1] // 2
    t = torch.arange(max(n, back), weights.shape[-1])
    return weights[:, :, t, t - back].mean((0, -1))


@bank.wrong("the first of them is left out")
def without_the_first(weights, back):
    return looked(weights, back)[..., 1:].mean((0, -1))


@bank.wrong("the last position is left out")
def without_the_last(weights, back):
    return looked(weights, back)[..., :-1].mean((0, -1))


@bank.wrong("the sum, not the mean")
def total(weights, back):
    return looked(weights, back).sum(-1).mean(0)


@bank.wrong("one number for each text and head")
def no_mean_of_texts(weights, back):
    return looked(weights, back).mean(-1)


@bank.wrong("one number for all heads")
def all_heads(weights, back):
    return looked(weights, back).mean()


@bank.wrong("all that is at most so far back")
def up_to(weights, back):
    near = sum(looked(weights, k).sum(-1) for k in range(back + 1))
    return (near / (weights.shape[-1] - back)).mean(0)


@bank.wrong("the share of rows whose largest weight is there")
def counted(weights, back):
    best = weights.argmax(-1)[..., back:]
    right = best == torch.arange(weights.shape[-1] - back)
    return right.double().mean((0, -1))


@bank.wrong("every pair of a query and a key")
def quarter(weights, back):
    T = weights.shape[-1]
    return weights[:, :, back:, : T - back].mean((0, -2, -1))


@bank.right
def by_index(weights, back):
    t = torch.arange(back, weights.shape[2])
    return weights[:, :, t, t - back].mean(dim=(0, 2))


@bank.right
def by_diagonal(weights, back):
    return weights.diagonal(offset=-back, dim1=-2, dim2=-1).mean((0, -1))


@bank.right
def cut(weights, back):
    T = weights.shape[-1]
    block = weights[:, :, back:, : T - back]
    return torch.einsum("bhii->h", block) / (len(weights) * (T - back))


@bank.right
def in_loops(weights, back):
    B, H, T, _ = weights.shape
    out = weights.new_zeros(H)
    for b in range(B):
        for t in range(back, T):
            out += weights[b, :, t, t - back] / (B * (T - back))
    return out


@bank.right
def by_trace(weights, back):
    x = weights.numpy()
    traces = np.trace(x, offset=-back, axis1=2, axis2=3)  # B H
    return torch.from_numpy(traces.mean(0) / (x.shape[-1] - back))


@bank.right
def by_mask(weights, back):
    t = torch.arange(weights.shape[-1])
    there = t[:, None] - t == back
    return weights[..., there].mean(-1).mean(0)
