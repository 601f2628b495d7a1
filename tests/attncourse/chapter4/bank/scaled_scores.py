"""Answers to `scaled_scores`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(Q, K):
    root = K.shape[-1] ** 0.5
    e = Q @ K.T / root
    return e


bank.right(lambda Q, K: (Q[:, None] * K).sum(-1) / K.size(1) ** 0.5)


@bank.right
def pair_by_pair(Q, K):
    rows = [torch.stack([torch.dot(q, k) for k in K]) for q in Q]
    return torch.stack(rows).div(Q.shape[1] ** 0.5)


CHANGED = "e = Q @ K.T / root", "Q /= root\n    e = Q @ K.T"
SLIPS = {
    "the root of the number of queries": ("K.shape[-1]", "len(Q)"),
    "goes on to the softmax": ("return e", "return e.softmax(-1)"),
    "forgets the root": (" / root", ""),
    "divides by the width, not by its root": (" ** 0.5", ""),
    "a row for each key, transposed": ("Q @ K.T", "K @ Q.T"),
    "changes the queries in place": CHANGED,
}
bank.slips(plain, SLIPS)
FRESH = {
    "the root of the number of keys": ("shape[-1]", "shape[0]"),
    "multiplies by the root": ("/ root", "* root"),
    "the root of the quotient": ("return e", "return (e / root) ** 0.5"),
    "divides by the length of the keys": ("K.shape[-1] ** 0.5", "K.norm()"),
}
bank.fresh(plain, FRESH)
