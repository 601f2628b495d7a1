"""Answers to `back_off`, wrong and right."""

from collections import Counter

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


@bank.wrong("repeated pairs count once")
def once(contexts, wanted, lower, kappa, pad):
    table, real = torch.zeros_like(lower), wanted != pad
    table[contexts[real], wanted[real]] = 1
    return mix(table, lower, kappa)


@bank.wrong("padding counts as a word")
def padding(contexts, wanted, lower, kappa, pad):
    return mix(count(contexts, wanted, lower, -1), lower, kappa)


@bank.wrong("padding is always 0")
def always_0(contexts, wanted, lower, kappa, pad):
    return mix(count(contexts, wanted, lower, 0), lower, kappa)


@bank.wrong("shares of each token, not of each context")
def other_axis(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    return (table + kappa * lower) / (table.sum(0) + kappa)


@bank.wrong("kappa for each token, the same for all")
def add_kappa(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad) + kappa
    return table / table.sum(-1, keepdim=True)


@bank.wrong("kappa is spread evenly, not as the shorter context says")
def evenly(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    return mix(table, torch.full_like(lower, 1 / lower.shape[1]), kappa)


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


@bank.wrong("kappa as a share: (1 - kappa) of the counts, kappa of the rest")
def as_share(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    shares = table / table.sum(-1, keepdim=True).clamp(min=1)
    return (1 - kappa) * shares + kappa * lower


@bank.wrong("the shorter context only for pairs that never occur")
def gaps_alone(contexts, wanted, lower, kappa, pad):
    table = count(contexts, wanted, lower, pad)
    filled = torch.where(table > 0, table, kappa * lower)
    return filled / filled.sum(-1, keepdim=True)


@bank.wrong("the counts themselves")
def no_shares(contexts, wanted, lower, kappa, pad):
    return count(contexts, wanted, lower, pad) + kappa * lower


@bank.wrong("the context of the padding is left out, not the padding")
def by_context(contexts, wanted, lower, kappa, pad):
    real, table = contexts != pad, torch.zeros_like(lower)
    one = lower.new_ones(int(real.sum()))
    pairs = contexts[real], wanted[real]
    return mix(table.index_put(pairs, one, accumulate=True), lower, kappa)


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


@bank.right
def by_counter(contexts, wanted, lower, kappa, pad):
    table = torch.zeros_like(lower)
    pairs = zip(
        contexts.flatten().tolist(), wanted.flatten().tolist(), strict=True
    )
    for (context, token), n in Counter(pairs).items():
        if token != pad:
            table[context, token] = n
    return mix(table, lower, kappa)


@bank.right
def by_scatter(contexts, wanted, lower, kappa, pad):
    table = torch.zeros_like(lower).flatten()
    pairs = (contexts * lower.shape[1] + wanted).flatten()
    table.scatter_add_(0, pairs, (wanted != pad).flatten().to(lower))
    return mix(table.view(lower.shape), lower, kappa)


@bank.right
def as_a_mixture(contexts, wanted, lower, kappa, pad):
    """A share for the counts, the rest for the shorter context."""
    table = count(contexts, wanted, lower, pad)
    total = table.sum(-1, keepdim=True)
    share = total / (total + kappa)
    return share * table / total.clamp(min=1) + (1 - share) * lower
