"""Answers to `last_states`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(h, source, pad):
    real = source != pad
    end = real.sum(1) - 1
    return h[torch.arange(len(h)), end]


@bank.right
def where_it_ends(h, source, pad):
    real = source != pad
    after = torch.cat([real[:, 1:], torch.zeros_like(real[:, :1])], 1)
    return h[real & ~after]


@bank.right
def overwritten(h, source, pad):
    state = h[:, 0]
    for i in range(1, h.shape[1]):
        state = torch.where((source[:, i] == pad)[:, None], state, h[:, i])
    return state


AT = "torch.arange(len(h)), end"
ZERO = "!= pad", "!= 0", "sum(1)", "sum(1).clamp(min=1)"
FIRST = "!=", "==", "sum(1) - 1", "int().argmax(1)"
LATE = "sum(1) - 1", "sum(1).clamp(max=source.shape[1] - 1)"
SLIPS = {
    "the last column, padding or not": (AT, ":, -1"),
    "takes padding for 0, whatever pad is": ZERO,
    "real is what is larger than pad": ("!=", ">"),
    "the length of the longest sentence for all": (AT, ":, end.max()"),
    "the length of the first sentence for all": (AT, ":, end[0]"),
    "takes every end from every sentence": (AT, ":, end"),
    "the first padding, and position 0 without any": FIRST,
    "one position too late, but for full sentences": LATE,
}
bank.slips(plain, SLIPS)
MEAN = f"h[{AT}]", "(h * real[..., None]).sum(1) / real.sum(1, True)"
FRESH = {
    "one position too early": ("- 1", "- 2"),
    "the mean of the real states": MEAN,
    "hides padding": (f"h[{AT}]", "(h * real[..., None])[:, -1]"),
    "the first position": (AT, ":, 0"),
}
bank.fresh(plain, FRESH)
