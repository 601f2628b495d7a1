"""Answers to `attention_layer`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, memory, W_q, W_k, W_v):
    Q, K, V = x @ W_q, memory @ W_k, memory @ W_v
    e = Q @ K.mT / K.shape[-1] ** 0.5
    weights = e.softmax(-1)
    return weights @ V, weights


@bank.right
def as_linear(x, memory, W_q, W_k, W_v):
    Q, K, V = map(F.linear, (x, memory, memory), (W_q.T, W_k.T, W_v.T))
    ones = torch.eye(K.shape[1], dtype=K.dtype).expand(len(K), -1, -1)
    both = torch.cat([V, ones], -1)
    made = F.scaled_dot_product_attention(Q, K, both)
    return made.split([V.shape[-1], K.shape[1]], -1)


@bank.right
def row_by_row(x, memory, W_q, W_k, W_v):
    rows = []
    for t in range(x.shape[1]):
        e = torch.einsum("bk,bsk->bs", x[:, t] @ W_q, memory @ W_k)
        a = (e * W_k.shape[1] ** -0.5).softmax(-1)
        rows.append(((a[..., None] * memory).sum(1) @ W_v, a))
    return tuple(torch.stack(part, 1) for part in zip(*rows, strict=True))


MENDED = "softmax(-1)", "softmax(1)\n    weights /= weights.sum(-1, True)"
PAIRS = "softmax(-1)", "flatten(1).softmax(-1).view_as(e)"
FIRST = "Q, K, V =", "memory = memory[:1]\n    Q, K, V ="
SLIPS = {
    "softmax over the queries": ("softmax(-1)", "softmax(1)"),
    "divides the rows after a softmax over the queries": MENDED,
    "forgets the root": (" / K.shape[-1] ** 0.5", ""),
    "the root of the width of x": ("K.shape", "x.shape"),
    "one softmax over all pairs": PAIRS,
    "the memory of the first sentence for all": FIRST,
    "asks with the memory, looks into x": ("Q, K, V", "K, Q, V"),
    "reads the memory without W_v": ("memory @ W_v", "memory"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "the root of the number of rows": ("shape[-1]", "shape[1]"),
    "returns the scores": ("V, weights\n", "V, e\n"),
    "forgets the softmax": ("e.softmax(-1)", "e"),
    "values of the matrix of the keys": ("@ W_v\n", "@ W_k\n"),
}
bank.fresh(plain, FRESH)
