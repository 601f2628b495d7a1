"""Fresh answers to `induction_score`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def half(weights):
    return weights.shape[-1] // 2


def picked(weights, first=0, last=0, shift=1):
    n = half(weights)
    t = torch.arange(n + first, 2 * n + last)
    return weights[:, :, t, t - n + shift]


bank.wrong("the earlier copy itself, not the token after it")(
    lambda weights: picked(weights, shift=0).mean((0, -1))
)
bank.wrong("counts positions from 1")(
    lambda weights: picked(weights, 1, 1).mean((0, -1))
)
bank.wrong("does not read the last position")(
    lambda weights: picked(weights, last=-1).mean((0, -1))
)
bank.wrong("the whole diagonal: one position of the first half is in it")(
    lambda weights: weights.diagonal(1 - half(weights), -2, -1).mean((0, -1))
)
bank.wrong("divides by all T positions")(
    lambda weights: (
        picked(weights).sum((0, -1)) / (weights.shape[0] * weights.shape[-1])
    )
)
bank.wrong("the mean over texts and heads, for each position")(
    lambda weights: picked(weights).mean((0, 1))
)
bank.wrong("how often the token after the copy has the largest weight")(
    lambda weights: (
        (
            weights[:, :, half(weights) :].argmax(-1)
            == torch.arange(1, half(weights) + 1)
        )
        .to(weights.dtype)
        .mean((0, -1))
    )
)


@bank.wrong("indexes one axis after the other: all pairs of the two")
def all_pairs(weights):
    n = half(weights)
    t = torch.arange(n, 2 * n)
    return weights[:, :, t][..., t - n + 1].mean((0, 2, 3))


bank.right(
    lambda weights: (
        weights[:, :, half(weights) :, 1:]
        .diagonal(dim1=-2, dim2=-1)
        .mean((0, -1))
    )
)


@bank.right
def one_by_one(weights):
    B, H, T, _ = weights.shape
    score = torch.zeros(H, dtype=weights.dtype)
    for b in range(B):
        for t in range(T // 2, T):
            score += weights[b, :, t, t - T // 2 + 1]
    return score / (B * (T // 2))
