"""Answers to `causal_attention`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def parts(X, W_q, W_k, W_v):
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    return Q @ K.mT / K.shape[-1] ** 0.5, V


def past(e, shift=0):
    return torch.ones_like(e, dtype=torch.bool).tril(shift)


def read(weights, V):
    return weights @ V, weights


@bank.wrong("masks after the softmax")
def late(X, W_q, W_k, W_v):
    e, V = parts(X, W_q, W_k, W_v)
    return read(e.softmax(-1).tril(), V)


@bank.wrong("sees the next word too")
def sees_next(X, W_q, W_k, W_v):
    e, V = parts(X, W_q, W_k, W_v)
    return read(e.masked_fill(~past(e, 1), -torch.inf).softmax(-1), V)


@bank.wrong("hides each word from itself")
def hides_itself(X, W_q, W_k, W_v):
    e, V = parts(X, W_q, W_k, W_v)
    weights = e.masked_fill(~past(e, -1), -torch.inf).softmax(-1)
    return read(weights.nan_to_num(), V)


@bank.wrong("gives later words the score 0")
def score_zero(X, W_q, W_k, W_v):
    e, V = parts(X, W_q, W_k, W_v)
    return read(e.tril().softmax(-1), V)


@bank.wrong("right weights, but reads with those without a mask")
def reads_without(X, W_q, W_k, W_v):
    e, V = parts(X, W_q, W_k, W_v)
    weights = e.masked_fill(~past(e), -torch.inf).softmax(-1)
    return e.softmax(-1) @ V, weights


@bank.wrong("forgets the root")
def no_root(X, W_q, W_k, W_v):
    e, V = X @ W_q @ (X @ W_k).mT, X @ W_v
    return read(e.masked_fill(~past(e), -torch.inf).softmax(-1), V)


@bank.wrong("softmax over the queries")
def over_queries(X, W_q, W_k, W_v):
    e, V = parts(X, W_q, W_k, W_v)
    return read(e.masked_fill(~past(e), -torch.inf).softmax(1), V)


@bank.wrong("keys ask and queries answer")
def exchanged(X, W_q, W_k, W_v):
    e, V = parts(X, W_k, W_q, W_v)
    return read(e.masked_fill(~past(e), -torch.inf).softmax(-1), V)


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
    e, V = parts(X, W_q, W_k, W_v)
    logs = e.logcumsumexp(-1).diagonal(dim1=-2, dim2=-1)
    return read((e - logs[..., None]).where(past(e), -torch.inf).exp(), V)
