"""Answers to `mil_pooling`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(bag, V, w):
    hidden = torch.tanh(bag @ V.T)
    e = hidden @ w
    weights = e.softmax(-1)
    return (weights[..., None] * bag).sum(1), weights


@bank.right
def bag_by_bag(bag, V, w):
    pooled, kept = [], []
    for H in bag:
        kept.append((w @ torch.tanh(V @ H.T)).softmax(0))
        pooled.append(kept[-1] @ H)
    return torch.stack(pooled), torch.stack(kept)


@bank.right
def as_attention(bag, V, w):
    keys = F.linear(bag, V).tanh() @ w.unsqueeze(-1)  # B S 1
    weights = keys.softmax(1)
    return (weights.mT @ bag).squeeze(1), weights.squeeze(-1)


FIRST = "softmax(-1)", "softmax(-1)[:1].expand_as(e)"
SLIPS = {
    "the weights of the first bag for all": FIRST,
    "forgets the tanh": ("torch.tanh", ""),
    "the tanh of the scores": ("torch.tanh", "", "e.soft", "e.tanh().soft"),
    "softmax over the bags": ("softmax(-1)", "softmax(0)"),
    "divides by the root of the width": ("@ w\n", "@ w / len(w) ** 0.5\n"),
    "a sigmoid for each instance, no softmax": ("softmax(-1)", "sigmoid()"),
    "the mean, not the sum, of the weighted instances": ("sum", "mean"),
    "pools the hidden layer": ("* bag", "* hidden"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "a sigmoid, not a tanh": ("tanh", "sigmoid"),
    "the largest, not the sum": ("sum(1)", "amax(1)"),
    "sums over the features": ("sum(1)", "sum(-1)"),
    "without exponentials": ("e.softmax(-1)", "e / e.sum(-1, True)"),
}
bank.fresh(plain, FRESH)
