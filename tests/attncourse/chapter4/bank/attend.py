"""Answers to `attend`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def scores(Q, K):
    return Q @ K.mT / K.shape[-1] ** 0.5


def softmax(e, mask, dim=-1):
    mask = torch.ones_like(e, dtype=torch.bool) if mask is None else mask
    return e.masked_fill(~mask, -torch.inf).softmax(dim).masked_fill(~mask, 0)


def read(weights, V):
    return weights @ V, weights


@bank.wrong("the root of the number of keys")
def root_of_keys(Q, K, V, mask=None):
    return read(softmax(Q @ K.mT / K.shape[1] ** 0.5, mask), V)


bank.wrong("softmax over the queries")(
    lambda Q, K, V, mask=None: read(softmax(scores(Q, K), mask, 1), V)
)


@bank.wrong("takes the mask the wrong way round")
def inverted(Q, K, V, mask=None):
    return read(softmax(scores(Q, K), None if mask is None else ~mask), V)


@bank.wrong("masks after the softmax")
def late(Q, K, V, mask=None):
    weights = scores(Q, K).softmax(-1)
    return read(weights if mask is None else weights * mask, V)


@bank.wrong("a blind query gets NaN")
def blind(Q, K, V, mask=None):
    e = scores(Q, K)
    e = e if mask is None else e.masked_fill(~mask, -torch.inf)
    return e.softmax(-1) @ V, e.softmax(-1)


@bank.wrong("hides by -30, so hidden keys weigh a little")
def thirty(Q, K, V, mask=None):
    e = scores(Q, K)
    seen = e > -torch.inf if mask is None else mask
    return read(
        e.where(seen, -30.0).softmax(-1) * seen.any(-1, keepdim=True), V
    )


@bank.wrong("the mask of the first query for all")
def first_row(Q, K, V, mask=None):
    e = scores(Q, K)
    return read(
        softmax(e, None if mask is None else mask[:, :1].expand_as(e)), V
    )


@bank.right
def zero_for_nan(Q, K, V, mask=None, fill=float("-inf")):
    e = torch.einsum("btk,bsk->bts", Q, K) / Q.size(-1) ** 0.5
    if mask is not None:
        e = e.masked_fill(mask.logical_not(), fill)
    weights = e.softmax(-1).nan_to_num(0.0)
    return torch.einsum("bts,bsv->btv", weights, V), weights


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
