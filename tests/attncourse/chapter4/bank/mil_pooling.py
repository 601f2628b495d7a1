"""Answers to `mil_pooling`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def scores(bag, V, w):
    return torch.tanh(bag @ V.T) @ w


def read(weights, bag):
    return (weights[..., None] * bag).sum(1), weights


bank.wrong("the weights of the first bag for all")(
    lambda bag, V, w: read(
        scores(bag[:1], V, w).softmax(1).repeat(len(bag), 1), bag
    )
)
bank.wrong("forgets the tanh")(
    lambda bag, V, w: read((bag @ V.T @ w).softmax(-1), bag)
)
bank.wrong("the tanh of the scores")(
    lambda bag, V, w: read(torch.tanh(bag @ V.T @ w).softmax(-1), bag)
)
bank.wrong("softmax over the bags")(
    lambda bag, V, w: read(scores(bag, V, w).softmax(0), bag)
)
bank.wrong("divides by the root of the width")(
    lambda bag, V, w: read((scores(bag, V, w) / len(w) ** 0.5).softmax(-1), bag)
)
bank.wrong("a sigmoid for each instance, no softmax")(
    lambda bag, V, w: read(scores(bag, V, w).sigmoid(), bag)
)


@bank.wrong("the mean, not the sum, of the weighted instances")
def mean(bag, V, w):
    weights = scores(bag, V, w).softmax(-1)
    return (weights[..., None] * bag).mean(1), weights


@bank.wrong("pools the hidden layer")
def hidden_pooled(bag, V, w):
    hidden = torch.tanh(bag @ V.T)
    weights = (hidden @ w).softmax(-1)
    return torch.einsum("bs,bsa->ba", weights, hidden), weights


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


@bank.right
def all_in_one_row(bag, V, w):
    B, S, D = bag.shape
    e = torch.mv(torch.tanh(torch.mm(bag.reshape(-1, D), V.t())), w)
    weights = F.softmax(e.view(B, S), dim=1)
    return torch.bmm(weights.view(B, 1, S), bag)[:, 0], weights
