"""Answers to `causal_attention`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(X, W_q, W_k, W_v):
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    e = Q @ K.mT / K.shape[-1] ** 0.5
    past = torch.ones_like(e).tril().bool()
    weights = e.masked_fill(~past, -torch.inf).softmax(-1)
    return weights @ V, weights


@bank.right
def word_by_word(X, W_q, W_k, W_v):
    weights = X.new_zeros(len(X), X.shape[1], X.shape[1])
    for t in range(X.shape[1]):
        seen = X[:, : t + 1]
        e = torch.einsum("bd,dk,bsk->bs", X[:, t], W_q, seen @ W_k)
        weights[:, t, : t + 1] = (e / W_k.shape[1] ** 0.5).softmax(1)
    return torch.einsum("bts,bsd,dv->btv", weights, X, W_v), weights


@bank.right
def fused(X, W_q, W_k, W_v):
    Q, K, V = (X @ W for W in (W_q, W_k, W_v))
    ones = torch.eye(X.shape[1], dtype=X.dtype).expand(len(X), -1, -1)
    read, weights = (
        F.scaled_dot_product_attention(Q, K, x, is_causal=True)
        for x in (V, ones)
    )
    return read, weights


@bank.right
def running_sum(X, W_q, W_k, W_v):
    e = X @ W_q @ (X @ W_k).mT / W_k.shape[1] ** 0.5
    logs = e.logcumsumexp(-1).diagonal(dim1=-2, dim2=-1)
    past = torch.ones_like(e).tril() > 0
    weights = (e - logs[..., None]).where(past, -torch.inf).exp()
    return weights @ (X @ W_v), weights


bank.slips(
    plain,
    {
        "masks after the softmax": (
            "e.masked_fill(~past, -torch.inf).softmax(-1)",
            "e.softmax(-1).tril()",
        ),
        "sees the next word too": ("tril()", "tril(1)"),
        "hides each word from itself": (
            "tril()",
            "tril(-1)",
            "softmax(-1)",
            "softmax(-1).nan_to_num()",
        ),
        "gives later words the score 0": (
            "masked_fill(~past, -torch.inf)",
            "tril()",
        ),
        "right weights, but reads with those without a mask": (
            "weights @ V",
            "e.softmax(-1) @ V",
        ),
        "forgets the root": (" / K.shape[-1] ** 0.5", ""),
        "softmax over the queries": ("softmax(-1)", "softmax(1)"),
        "keys ask and queries answer": ("Q, K, V", "K, Q, V"),
    },
)
bank.fresh(
    plain,
    {
        "sees itself and what is later": ("tril()", "triu()"),
        "the root of the width of a word": ("K.shape[-1]", "X.shape[-1]"),
        "divides by the width, not by its root": (" ** 0.5", ""),
        "reads with the weights transposed": ("weights @ V", "weights.mT @ V"),
    },
)
