"""Answers to `layer_norm`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, gain, shift):
    axis = -1
    off = x - x.mean(axis, keepdim=True)
    variance = (off**2).mean(axis, keepdim=True)
    root = torch.sqrt(variance + 1e-5)
    return gain * off / root + shift


@bank.right
def by_torch(x, gain, shift):
    return F.layer_norm(x, x.shape[-1:], gain, shift, 1e-5)


@bank.right
def by_the_mean_of_squares(x, gain, shift):
    """E[x^2] - E[x]^2, after a first centring."""
    x = x - x.mean(-1, keepdim=True)
    variance = x.pow(2).mean(-1, True) - x.mean(-1, True) ** 2
    return torch.addcmul(shift, gain, x * torch.rsqrt(variance + 1e-5))


bank.slips(
    plain,
    {
        "over the words of a sentence": ("-1", "1"),
        "batch normalisation: over all words": ("-1", "(0, 1)"),
        "over words and features of a sentence": ("-1", "(1, 2)"),
        "normalises each feature over the batch": ("-1", "0"),
        "no gain": ("gain * off", "off"),
        "no shift": (" + shift", ""),
        "gain and shift exchanged": ("gain *", "shift *", "+ shift", "+ gain"),
        "root of the mean square: the mean stays in": (
            "x - x.mean(axis, keepdim=True)",
            "x",
        ),
        "the small number outside the root": (
            "variance + 1e-5)",
            "variance) + 1e-5",
        ),
        "the small number as the least variance, not added": (
            "variance + 1e-5",
            "variance.clamp(min=1e-5)",
        ),
        "divides by the length: the sum of the squares, not the mean": (
            "2).mean",
            "2).sum",
        ),
        "the mean of the distances, not the root of the mean square": (
            "(off**2)",
            "off.abs()",
            "torch.sqrt",
            "",
        ),
        "the mean square of x, not of x minus its mean": ("off**2", "x**2"),
    },
)
bank.fresh(
    plain,
    {
        "forgets the root": ("torch.sqrt", ""),
        "divides x itself, not x minus its mean": ("gain * off", "gain * x"),
        "adds 1 to the gain": ("gain * off", "(1 + gain) * off"),
        "divides the shift, too": (
            "gain * off / root + shift",
            "(gain * off + shift) / root",
        ),
    },
)
