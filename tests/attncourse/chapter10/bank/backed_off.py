"""Answers to `backed_off`, wrong and right."""

from collections import Counter, defaultdict

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_counters(contexts, wanted, asked, answers, lower, kappa):
    pairs = Counter(zip(contexts.tolist(), wanted.tolist(), strict=True))
    seen = Counter(contexts.tolist())
    a, b = asked.tolist(), answers.tolist()
    once = [pairs[pair] for pair in zip(a, b, strict=True)]
    total = [seen[c] for c in a]
    once, total = lower.new_tensor(once), lower.new_tensor(total)
    return (once + kappa * lower) / (total + kappa)


@bank.right
def by_comparison(contexts, wanted, asked, answers, lower, kappa):
    same = asked[:, None] == contexts  # T S
    both = same & (answers[:, None] == wanted)
    return (both.sum(1) + kappa * lower) / (same.sum(1) + kappa)


@bank.right
def by_lists(contexts, wanted, asked, answers, lower, kappa):
    after = defaultdict(list)
    for c, w in zip(contexts.tolist(), wanted.tolist(), strict=True):
        after[c].append(w)
    found = torch.empty_like(lower)
    for i, c in enumerate(asked.tolist()):
        count = after[c].count(int(answers[i]))
        found[i] = (count + kappa * lower[i]) / (len(after[c]) + kappa)
    return found


SLIPS = {
    "pairs are counted once": ("both.sum(1)", "both.any(1)"),
    "no kappa below": ("(same.sum(1) + kappa)", "same.sum(1).clamp(min=1)"),
    "the shorter context is not asked": ("kappa * lower", "kappa"),
    "the answer after any context": ("same & (", "("),
    "divided by all that was read": ("same.sum(1)", "len(contexts)"),
    "kappa is not multiplied": ("kappa * lower", "lower"),
}
bank.slips(by_comparison, SLIPS)
FRESH = {
    "pairs joined by or": ("same & (", "same | ("),
    "the shorter context alone": ("(both.sum(1) + kappa * lower)", "lower"),
    "kappa times the whole": (
        "(both.sum(1) + kappa * lower)",
        "kappa * (both.sum(1) + lower)",
    ),
    "what followed is compared with the context": (
        "answers[:, None] == wanted",
        "answers[:, None] == contexts",
    ),
    "one is taken from the count": ("both.sum(1) +", "both.sum(1) - 1 +"),
}
bank.fresh(by_comparison, FRESH)


@bank.wrong("pairs by a number that two of them share")
def mixed(contexts, wanted, asked, answers, lower, kappa):
    return by_comparison(
        contexts + wanted, wanted, asked + answers, answers, lower, kappa
    )


@bank.wrong("a list instead of a tensor")
def listed(contexts, wanted, asked, answers, lower, kappa):
    return by_lists(contexts, wanted, asked, answers, lower, kappa).tolist()
