"""Answers to `back_off`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def count(contexts, wanted, lower, pad):
    real = wanted != pad
    table, one = torch.zeros_like(lower), lower.new_ones(int(real.sum()))
    return table.index_put((contexts[real], wanted[real]), one, accumulate=True)


def mix(table, lower, kappa):
    return (table + kappa * lower) / (table.sum(-1, keepdim=True) + kappa)


@bank.wrong("counts alone")
def counts_alone(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    return table / table.sum(-1, keepdim=True)


@bank.wrong("kappa is left out of the sum below")
def not_below(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    return (table + kappa * lower) / table.sum(-1, keepdim=True)


@bank.wrong("kappa is added N times below")
def n_times(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    total = table.sum(-1, keepdim=True) + kappa * lower.shape[1]
    return (table + kappa * lower) / total


@bank.wrong("the counts themselves")
def no_shares(contexts, wanted, lower, kappa, pad):
    return count(contexts, wanted, lower, pad) + kappa * lower


@bank.right
def by_index_put(contexts, wanted, lower, kappa, pad):
    return mix(count(contexts, wanted, lower, pad), lower, kappa)


@bank.right
def by_numbers(contexts, wanted, lower, kappa, pad):
    pairs = (contexts * lower.shape[1] + wanted)[wanted != pad]
    table = torch.bincount(pairs, minlength=lower.numel()).view(lower.shape)
    return mix(table.to(lower), lower, kappa)


@bank.right
def by_product(contexts, wanted, lower, kappa, pad):
    """Contexts and tokens as rows of 0 and one 1, multiplied."""
    C, N = lower.shape
    rows = F.one_hot(contexts.flatten(), C).to(lower)
    columns = F.one_hot(wanted.flatten(), N).to(lower)
    columns = columns * (wanted != pad).flatten()[:, None]
    return mix(rows.mT @ columns, lower, kappa)
