"""Fresh answers to `layer_norm`, written with its messages closed."""

import torch
from torch import nn

from tests.attncourse.checks.bank import Bank

bank = Bank()


def centred(x):
    return x - x.mean(-1, keepdim=True)


def deviation(x):
    return (x.var(-1, correction=0, keepdim=True) + 1e-5).sqrt()


bank.wrong("divides the squares by D - 1")(
    lambda x, gain, shift: (
        gain * centred(x) / (x.var(-1, keepdim=True) + 1e-5).sqrt() + shift
    )
)
bank.wrong("the small number outside the root")(
    lambda x, gain, shift: (
        gain * centred(x) / (x.std(-1, correction=0, keepdim=True) + 1e-5)
        + shift
    )
)
bank.wrong("the small number as the least variance, not added")(
    lambda x, gain, shift: (
        gain
        * centred(x)
        / x.var(-1, correction=0, keepdim=True).clamp(min=1e-5).sqrt()
        + shift
    )
)
bank.wrong("divides by the length: the sum of the squares, not the mean")(
    lambda x, gain, shift: (
        gain
        * centred(x)
        / (centred(x).square().sum(-1, keepdim=True) + 1e-5).sqrt()
        + shift
    )
)
bank.wrong("the mean of the distances, not the root of the mean square")(
    lambda x, gain, shift: (
        gain * centred(x) / (centred(x).abs().mean(-1, keepdim=True) + 1e-5)
        + shift
    )
)
bank.wrong("the gain multiplies the shift as well")(
    lambda x, gain, shift: gain * (centred(x) / deviation(x) + shift)
)
bank.wrong("the mean square of x, not of x minus its mean")(
    lambda x, gain, shift: (
        gain * centred(x) / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt()
        + shift
    )
)


@bank.wrong("normalises each feature over the batch")
def over_the_batch(x, gain, shift):
    off = x - x.mean(0)
    return gain * off / (x.var(0, correction=0) + 1e-5).sqrt() + shift


bank.right(
    lambda x, gain, shift: nn.functional.layer_norm(x, gain.shape, gain, shift)
)


@bank.right
def word_by_word(x, gain, shift):
    out = torch.empty_like(x)
    for b, words in enumerate(x):
        for t, word in enumerate(words):
            off = word - word.sum() / len(word)
            root = ((off @ off) / len(word) + 1e-5) ** 0.5
            out[b, t] = off / root * gain + shift
    return out
