"""Answers to `layer_norm`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()
EPS = 1e-5


def over(x, gain, shift, *axes, correction=0):
    mean = x.mean(axes, keepdim=True)
    variance = x.var(axes, correction=correction, keepdim=True)
    return gain * (x - mean) / torch.sqrt(variance + EPS) + shift


def centred(x):
    return x - x.mean(-1, keepdim=True)


bank.wrong("over the words of a sentence")(
    lambda x, gain, shift: over(x, gain, shift, 1).nan_to_num()
)
bank.wrong("batch normalisation: over all words")(
    lambda x, gain, shift: over(x, gain, shift, 0, 1)
)
bank.wrong("over words and features of a sentence")(
    lambda x, gain, shift: over(x, gain, shift, 1, 2)
)
bank.wrong("no gain")(lambda x, gain, shift: over(x, 1, shift, -1))
bank.wrong("no shift")(lambda x, gain, shift: over(x, gain, 0, -1))
bank.wrong("gain and shift exchanged")(
    lambda x, gain, shift: over(x, shift, gain, -1)
)


@bank.wrong("root of the mean square: the mean stays in")
def mean_stays(x, gain, shift):
    return gain * x / (x.square().mean(-1, keepdim=True) + EPS).sqrt() + shift


bank.wrong("the small number outside the root")(
    lambda x, gain, shift: (
        gain * centred(x) / (x.std(-1, correction=0, keepdim=True) + EPS)
        + shift
    )
)
bank.wrong("the small number as the least variance, not added")(
    lambda x, gain, shift: (
        gain
        * centred(x)
        / x.var(-1, correction=0, keepdim=True).clamp(min=EPS).sqrt()
        + shift
    )
)
bank.wrong("divides by the length: the sum of the squares, not the mean")(
    lambda x, gain, shift: (
        gain
        * centred(x)
        / (centred(x).square().sum(-1, keepdim=True) + EPS).sqrt()
        + shift
    )
)
bank.wrong("the mean of the distances, not the root of the mean square")(
    lambda x, gain, shift: (
        gain * centred(x) / (centred(x).abs().mean(-1, keepdim=True) + EPS)
        + shift
    )
)
bank.wrong("the mean square of x, not of x minus its mean")(
    lambda x, gain, shift: (
        gain * centred(x) / (x.square().mean(-1, keepdim=True) + EPS).sqrt()
        + shift
    )
)


@bank.wrong("normalises each feature over the batch")
def over_the_batch(x, gain, shift):
    off = x - x.mean(0)
    return gain * off / (x.var(0, correction=0) + EPS).sqrt() + shift


@bank.right
def by_torch(x, gain, shift):
    return F.layer_norm(x, x.shape[-1:], gain, shift, EPS)


@bank.right
def by_a_module(x, gain, shift):
    layer = torch.nn.LayerNorm(x.shape[-1], EPS, dtype=x.dtype)
    layer.load_state_dict({"weight": gain, "bias": shift})
    return layer(x)


@bank.right
def by_the_mean_of_squares(x, gain, shift):
    """E[x^2] - E[x]^2, after a first centring."""
    x = x - x.mean(-1, keepdim=True)
    variance = x.pow(2).mean(-1, True) - x.mean(-1, True) ** 2
    return torch.addcmul(shift, gain, x * torch.rsqrt(variance + EPS))
