"""Answers to `attend`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(Q, K, V, mask=None):
    root = K.shape[-1] ** 0.5
    e = Q @ K.mT / root
    hidden = torch.zeros_like(e).bool() if mask is None else ~mask
    seen = e.masked_fill(hidden, -torch.inf)
    weights = seen.softmax(-1).masked_fill(hidden, 0)
    return weights @ V, weights


@bank.right
def query_by_query(Q, K, V, mask=None):
    B, T, S = len(Q), Q.shape[1], K.shape[1]
    output, weights = Q.new_zeros(B, T, V.shape[2]), Q.new_zeros(B, T, S)
    for b, t in torch.cartesian_prod(torch.arange(B), torch.arange(T)):
        at = slice(None) if mask is None else mask[b, t].nonzero()[:, 0]
        weights[b, t, at] = (K[b, at] @ Q[b, t] / K.shape[2] ** 0.5).softmax(0)
        output[b, t] = weights[b, t, at] @ V[b, at]
    return output, weights


@bank.right
def largest_away(Q, K, V, mask=None):
    seen = Q.new_ones(()).bool() if mask is None else mask
    e = torch.bmm(Q, K.transpose(1, 2)).div(K.shape[-1] ** 0.5)
    low = e.masked_fill(~seen, torch.finfo(e.dtype).min)
    top = (low - low.amax(-1, keepdim=True)).exp() * seen
    weights = top / top.sum(-1, keepdim=True).clamp(min=1e-12)
    return torch.bmm(weights, V), weights


LOW, ZERO = ".masked_fill(hidden, -torch.inf)", ".masked_fill(hidden, 0)"
THIRTY = "-torch.inf", "-30.0", ZERO, " * (~hidden).any(-1, True)"
SLIPS = {
    "the root of the number of keys": ("shape[-1]", "shape[1]"),
    "softmax over the queries": ("softmax(-1)", "softmax(1)"),
    "takes the mask the wrong way round": ("~mask", "mask"),
    "masks after the softmax": (LOW, ""),
    "a blind query gets NaN": (ZERO, ""),
    "hides by -30, so hidden keys weigh a little": THIRTY,
    "the mask of the first query for all": ("~mask", "~mask[:, :1]"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "reads the keys, not the values": ("@ V", "@ K"),
    "multiplies by the root": ("/ root", "* root"),
    "the mask of the first sentence for all": ("~mask", "~mask[:1]"),
    "hides with the score 0": (LOW, " * ~hidden"),
}
bank.fresh(plain, FRESH)
