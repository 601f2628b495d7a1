"""Fresh answers to `back_off`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def counts(contexts, wanted, lower, pad):
    C, N = lower.shape
    real = wanted != pad
    pairs = contexts[real] * N + wanted[real]
    return pairs.bincount(minlength=C * N).reshape(C, N).to(lower.dtype)


def mixed(table, lower, kappa):
    return (table + kappa * lower) / (table.sum(1, keepdim=True) + kappa)


@bank.wrong("adds 1 by an index, so equal pairs count once")
def once(contexts, wanted, lower, kappa, pad):
    table = torch.zeros_like(lower)
    real = wanted != pad
    table[contexts[real], wanted[real]] += 1
    return mixed(table, lower, kappa)


@bank.wrong("kappa for every token, whatever the shorter context says")
def add_kappa(contexts, wanted, lower, kappa, pad):
    table = counts(contexts, wanted, lower, pad) + kappa
    return table / table.sum(1, keepdim=True)


@bank.wrong("padding is counted")
def padding(contexts, wanted, lower, kappa, pad):
    table = counts(contexts, wanted, lower, -1)
    return mixed(table, lower, kappa)


@bank.wrong("kappa is missing in the denominator")
def no_kappa_below(contexts, wanted, lower, kappa, pad):
    table = counts(contexts, wanted, lower, pad)
    return (table + kappa * lower) / table.sum(1, keepdim=True).clamp(min=1)


@bank.wrong("the shares of each token over the contexts")
def other_axis(contexts, wanted, lower, kappa, pad):
    table = counts(contexts, wanted, lower, pad)
    return (table + kappa * lower) / (table.sum(0, keepdim=True) + kappa)


@bank.wrong("the shorter context only where nothing was counted")
def where_none(contexts, wanted, lower, kappa, pad):
    table = counts(contexts, wanted, lower, pad)
    total = table.sum(1, keepdim=True)
    return torch.where(total > 0, table / total.clamp(min=1), lower)


@bank.wrong("logarithms of the probabilities")
def logarithms(contexts, wanted, lower, kappa, pad):
    return mixed(counts(contexts, wanted, lower, pad), lower, kappa).log()


@bank.wrong("divides the counts by all words of the corpus")
def of_all(contexts, wanted, lower, kappa, pad):
    table = counts(contexts, wanted, lower, pad)
    return (table + kappa * lower) / (table.sum() + kappa)


@bank.right
def by_bincount(contexts, wanted, lower, kappa, pad):
    return mixed(counts(contexts, wanted, lower, pad), lower, kappa)


@bank.right
def one_after_the_other(contexts, wanted, lower, kappa, pad):
    table = kappa * lower
    pairs = zip(
        contexts.flatten().tolist(), wanted.flatten().tolist(), strict=True
    )
    for context, token in pairs:
        if token != pad:
            table[context, token] += 1
    return table / table.sum(1, keepdim=True)
