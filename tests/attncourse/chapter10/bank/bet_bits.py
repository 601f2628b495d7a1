"""Answers to `bet_bits`, wrong and right."""

import math

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(bets, lower, answers):
    rest = 1 - bets.sum(-1, keepdim=True)
    p = bets + rest * lower
    own = p[torch.arange(len(p)), answers]
    return -own.log2()


@bank.right
def only_what_came(bets, lower, answers):
    bet = bets.gather(1, answers[:, None]).squeeze(1)
    return -torch.log(bet + lower[answers] * (1 - bets.sum(1))) / math.log(2)


@bank.right
def one_by_one(bets, lower, answers):
    bits = []
    for row, token in zip(bets, answers.tolist(), strict=True):
        p = float(row[token]) + (1 - float(row.sum())) * float(lower[token])
        bits.append(-math.log2(p))
    return bets.new_tensor(bits)


SLIPS = {
    "nats, not bits": ("log2", "log"),
    "lower is added whole": ("rest * lower", "lower"),
    "the rest is shared out evenly": ("rest * lower", "rest / len(lower)"),
    "the minus sign is missing": ("-own", "own"),
    "all bits in one number": ("own.log2()", "own.log2().sum()"),
    "the rest is lost": (" + rest * lower", " + 1e-6"),
    "what is bet on the answer is left out": ("bets + rest", "rest"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "the probability itself": ("-own.log2()", "own"),
    "the rest by the largest bet alone": (
        "bets.sum(-1, keepdim=True)",
        "bets.amax(-1, keepdim=True)",
    ),
    "the rest of all bets together": ("sum(-1, keepdim=True)", "sum()"),
    "the first bet for all": ("torch.arange(len(p))", "0"),
    "every pair of a bet and an answer": (
        "p[torch.arange(len(p)), answers]",
        "p[:, answers]",
    ),
}
bank.fresh(plain, FRESH)
