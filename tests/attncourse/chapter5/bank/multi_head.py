"""Answers to `multi_head`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(X, W_q, W_k, W_v, W_o, H, mask=None):
    made = (X @ W for W in (W_q, W_k, W_v))
    Q, K, V = (x.unflatten(-1, (H, -1)).transpose(1, 2) for x in made)
    e = Q @ K.mT / K.shape[-1] ** 0.5
    if mask is not None:
        e = e.masked_fill(~mask, -torch.inf)
    weights = e.softmax(-1)
    return (weights @ V).transpose(1, 2).flatten(2) @ W_o, weights


@bank.right
def head_by_head(X, W_q, W_k, W_v, W_o, H, mask=None):
    K = X.shape[-1] // H
    output, weights = torch.zeros_like(X), []
    for h in range(H):
        own = slice(h * K, h * K + K)
        e = X @ W_q[:, own] @ (X @ W_k[:, own]).mT / K**0.5
        if mask is not None:
            e = e.masked_fill(~mask[:, 0], -torch.inf)
        weights.append(e.softmax(-1))
        output += weights[-1] @ X @ W_v[:, own] @ W_o[own]
    return output, torch.stack(weights, 1)


@bank.right
def all_einsum(X, W_q, W_k, W_v, W_o, H, mask=None):
    D = len(W_q)
    q, k, v = (W.reshape(D, H, D // H) for W in (W_q, W_k, W_v))
    e = torch.einsum("btd,dhk,chk,bsc->bhts", X, q, k, X) * (H / D) ** 0.5
    a = e.where(torch.tensor(True) if mask is None else mask, -torch.inf)
    a = torch.exp(a - a.logsumexp(-1, keepdim=True))
    o = W_o.reshape(H, D // H, D)
    return torch.einsum("bhts,bsd,dhk,hkc->btc", a, X, v, o), a


@bank.right
def fused(X, W_q, W_k, W_v, W_o, H, mask=None, dropout=0.0):
    q, k, v = (torch.stack((X @ W).chunk(H, -1), 1) for W in (W_q, W_k, W_v))
    ones = torch.eye(X.shape[1], dtype=X.dtype).expand(*q.shape[:2], -1, -1)
    read, a = (
        F.scaled_dot_product_attention(q, k, x, mask, dropout)
        for x in (v, ones)
    )
    return torch.cat([*read.unbind(1)], -1) @ W_o, a


bank.slips(
    plain,
    {
        "the root of the whole width": ("K.shape[-1]", "X.shape[-1]"),
        "joins the heads without a transpose": (
            "transpose(1, 2).flatten(2)",
            "reshape(X.shape)",
        ),
        "interleaves the numbers of the heads": (
            "transpose(1, 2).flatten(2)",
            "permute(0, 2, 3, 1).flatten(2)",
        ),
        "softmax over the queries": ("softmax(-1)", "softmax(-2).nan_to_num()"),
        "masks after the softmax": (
            "e.masked_fill(~mask, -torch.inf)",
            "e",
            "softmax(-1)",
            "softmax(-1) * (mask is None or mask)",
        ),
        "gives hidden words the score 0": (
            "e.masked_fill(~mask, -torch.inf)",
            "e * mask",
        ),
        "forgets the last matrix": (" @ W_o", ""),
        "the mask of the first sentence for all": ("~mask", "~mask[:1]"),
    },
)
bank.fresh(
    head_by_head,
    {
        "the last head alone": ("output +=", "output ="),
        "the first block of W_o for all heads": ("W_o[own]", "W_o[:K]"),
        "True means hidden": ("~mask", "mask"),
        "the root of the number of heads": ("K**0.5", "H**0.5"),
    },
)
