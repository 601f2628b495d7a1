"""Answers to `back_off`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(contexts, wanted, lower, kappa, pad):
    real = wanted != pad
    counts = torch.zeros_like(lower)
    for c, n in zip(contexts[real], wanted[real], strict=True):
        counts[c, n] += 1
    total = counts.sum(-1, keepdim=True)
    return (counts + kappa * lower) / (total + kappa)


@bank.right
def by_numbers(contexts, wanted, lower, kappa, pad):
    pairs = (contexts * lower.shape[1] + wanted)[wanted != pad]
    table = torch.bincount(pairs, minlength=lower.numel()).view(lower.shape)
    return (table + kappa * lower) / (table.sum(-1, keepdim=True) + kappa)


@bank.right
def by_product(contexts, wanted, lower, kappa, pad):
    """Contexts and tokens as rows of 0 and one 1, multiplied."""
    C, N = lower.shape
    real = wanted != pad
    rows = F.one_hot(contexts[real], C).to(lower)
    filled = rows.mT @ F.one_hot(wanted[real], N).to(lower) + kappa * lower
    return filled / filled.sum(-1, keepdim=True)


bank.slips(
    plain,
    {
        "counts alone": (" + kappa * lower", "", " + kappa)", ")"),
        "kappa is left out of the sum below": (" + kappa)", ")"),
        "kappa is added N times below": (
            "+ kappa)",
            "+ kappa * lower.shape[1])",
        ),
        "the counts themselves": (" / (total + kappa)", ""),
    },
)
bank.fresh(
    plain,
    {
        "no brackets above": ("(counts", "counts", "lower) /", "lower /"),
        "counts padding below": (
            "counts.sum(-1, keepdim=True)",
            "torch.bincount(contexts.flatten(), minlength=len(lower))[:, None]",
        ),
        "counts padding alone": ("!=", "=="),
        "kappa times the counts": ("counts + kappa *", "kappa * counts +"),
    },
)
