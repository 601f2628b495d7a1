"""Answers to `bits_per_byte`, wrong and right."""

import math
from collections import Counter

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(read, asked, N, size):
    counts = torch.bincount(read, minlength=N) + 1
    p = counts / counts.sum()
    return float(-p.double()[asked].log2().sum()) / size


@bank.right
def by_a_dictionary(read, asked, N, size):
    counts = Counter(read.tolist())
    bits = 0.0
    for token in asked.tolist():
        bits -= math.log2((counts[token] + 1) / (len(read) + N))
    return bits / size


@bank.right
def by_cross_entropy(read, asked, N, size):
    counts = 1 + F.one_hot(read, N).sum(0).double()
    scores = counts.log().expand(len(asked), N)
    nats = F.cross_entropy(scores, asked, reduction="sum")
    return nats.item() / math.log(2) / size


SLIPS = {
    "nobody adds 1": ("N) + 1", "N).clamp(min=1e-9)"),
    "nats, not bits": ("log2", "log"),
    "divided by the tokens, not by the bytes": ("/ size", "/ len(asked)"),
    "the minus sign is missing": ("-p.", "p."),
    "not divided by the bytes": (" / size", ""),
}
bank.slips(plain, SLIPS)
FRESH = {
    "bytes for each bit": (
        "float(-p.double()[asked].log2().sum()) / size",
        "size / float(-p.double()[asked].log2().sum())",
    ),
    "every token of the vocabulary once, not the text": ("[asked]", ""),
    "adds 1 below, once, not N times": (
        "counts / counts.sum()",
        "counts / (len(read) + 1)",
    ),
    "the mean of the bits, divided by the bytes": (".sum()) /", ".mean()) /"),
    "logarithm with base 10": ("log2", "log10"),
}
bank.fresh(plain, FRESH)


@bank.wrong("the logarithm of the sum, not the sum of the logarithms")
def log_of_sum(read, asked, N, size):
    counts = torch.bincount(read, minlength=N) + 1.0
    return float(-(counts / counts.sum())[asked].sum().log2()) / size


@bank.wrong("each different token once")
def distinct(read, asked, N, size):
    return plain(read, asked.unique(), N, size)


@bank.wrong("a tensor instead of a number")
def tensor(read, asked, N, size):
    return torch.tensor(plain(read, asked, N, size))
