"""Answers to `additive_attention`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(s, h, W_q, W_k, v, mask):
    query, keys = s @ W_q.T, h @ W_k.T
    e = torch.tanh(query[:, None] + keys) @ v
    hidden = ~mask
    seen = e.masked_fill(hidden, -torch.inf)
    weights = seen.softmax(-1).masked_fill(hidden, 0)
    context = torch.einsum("bs,bsm->bm", weights, h)
    return context, weights


@bank.right
def sentence_by_sentence(s, h, W_q, W_k, v, mask):
    weights = torch.zeros(mask.shape, dtype=s.dtype)
    for b, seen in enumerate(mask):
        hidden = torch.tanh(W_k @ h[b, seen].T + (W_q @ s[b])[:, None])
        weights[b, seen] = (v @ hidden).softmax(0)
    return torch.bmm(weights[:, None], h)[:, 0], weights


@bank.right
def one_matrix(s, h, W_q, W_k, v, mask):
    both = torch.cat([s[:, None].expand(-1, h.shape[1], -1), h], -1)
    e = F.linear(both, torch.cat([W_q, W_k], 1)).tanh().matmul(v)
    weights = e.where(mask, -torch.inf).softmax(1).nan_to_num(0.0)
    return (h.mT @ weights.unsqueeze(2)).squeeze(2), weights


LOW, ZERO = ".masked_fill(hidden, -torch.inf)", ".masked_fill(hidden, 0)"
BEFORE = "weights, h)", "e.softmax(-1), h)"
SLIPS = {
    "forgets the tanh": ("torch.tanh", ""),
    "ignores the mask": (LOW, "", ZERO, ""),
    "the state of the first sentence for all": ("s @ W_q", "s[:1] @ W_q"),
    "an empty row reads the mean, by -1e9": ("-torch.inf", "-1e9", ZERO, ""),
    "reads with the weights before the mask": BEFORE,
    "divides the context by the length": ("h)\n", "h) / h.shape[1]\n"),
    "returns the weights first": ("context, weights", "weights, context"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "the tanh of the score": ("tanh(", "tanh((", "@ v", "@ v)"),
    "reads the keys, not the memory": ("weights, h)", "weights, keys)"),
    "hides with the score 0": (LOW, " * mask"),
    "True means hidden": ("~mask", "mask"),
}
bank.fresh(plain, FRESH)
