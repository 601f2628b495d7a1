"""Answers to `cached_step`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(x, W_q, W_k, W_v, kept_keys, kept_values):
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    keys = torch.cat([kept_keys, k[:, None]], 1)
    values = torch.cat([kept_values, v[:, None]], 1)
    scores = torch.einsum("bk,btk->bt", q, keys) / q.shape[-1] ** 0.5
    weights = scores.softmax(-1)
    output = torch.einsum("bt,btv->bv", weights, values)
    return output, keys, values


@bank.right
def fused(x, W_q, W_k, W_v, kept_keys, kept_values):
    q, k, v = (x[:, None] @ W for W in (W_q, W_k, W_v))
    keys, values = torch.hstack((kept_keys, k)), torch.hstack((kept_values, v))
    output = F.scaled_dot_product_attention(q, keys, values)
    return output[:, 0], keys, values


@bank.right
def sentence_by_sentence(x, W_q, W_k, W_v, kept_keys, kept_values):
    found = []
    for b, word in enumerate(x):
        keys = torch.vstack([kept_keys[b], word @ W_k])
        values = torch.vstack([kept_values[b], word @ W_v])
        scores = keys @ (word @ W_q) / len(W_q[0]) ** 0.5
        found.append((scores.softmax(0) @ values, keys, values))
    return tuple(torch.stack(part) for part in zip(*found, strict=True))


bank.slips(
    plain,
    {
        "exponentials of the scores, without their maximum": (
            "scores.softmax(-1)",
            "scores.exp() / scores.exp().sum(-1, keepdim=True)",
        ),
        "gives the old keys and values back": (
            "output, keys, values",
            "output, kept_keys, kept_values",
        ),
        "keeps the query, not the key": ("k[:, None]", "q[:, None]"),
        "asks with the new key": ("q, keys)", "k, keys)"),
        "no root": (" / q.shape[-1] ** 0.5", ""),
        "softmax over the sentences": ("softmax(-1)", "softmax(0)"),
        "a causal mask for one query: only key 0 is seen": (
            "weights = scores",
            "seen = torch.ones(1, keys.shape[1]).tril().bool()\n"
            "    weights = scores.masked_fill(~seen, -torch.inf)",
        ),
        "divides by the root of the number of words": (
            "q.shape[-1]",
            "keys.shape[1]",
        ),
        "puts the new key and value in front": (
            "[kept_keys, k[:, None]]",
            "[k[:, None], kept_keys]",
            "[kept_values, v[:, None]]",
            "[v[:, None], kept_values]",
        ),
        "softmax over the queries: every weight is 1": (
            "scores.softmax(-1)",
            "scores[:, None].softmax(1)[:, 0]",
        ),
        'leaves the axis of length 1: "B 1 V"': (
            "return output",
            "return output[:, None]",
        ),
        "divides the weights by the root of K, after the softmax": (
            " / q.shape[-1] ** 0.5",
            "",
            "softmax(-1)",
            "softmax(-1) / q.shape[-1] ** 0.5",
        ),
    },
)
bank.fresh(
    plain,
    {
        "divides by the width, not by its root": (" ** 0.5", ""),
        "reads the keys": ("weights, values", "weights, keys"),
        "returns values before keys": (
            "output, keys, values",
            "output, values, keys",
        ),
        "forgets the softmax": (".softmax(-1)", ""),
    },
)
