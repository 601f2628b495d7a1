"""Answers to `multi_head`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def split(x, H):
    return x.unflatten(-1, (H, -1)).transpose(1, 2)


def join(x):
    return x.transpose(1, 2).flatten(2)


def project(X, H, *matrices):
    return [split(X @ W, H) for W in matrices]


def scores(Q, K, mask):
    e = Q @ K.mT / K.shape[-1] ** 0.5
    return e if mask is None else e.masked_fill(~mask, -torch.inf)


def read(weights, V, W_o):
    return join(weights @ V) @ W_o, weights


@bank.wrong("the root of the whole width")
def whole_width(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    return read(scores(Q / H**0.5, K, mask).softmax(-1), V, W_o)


@bank.wrong("joins the heads without a transpose")
def torn(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    weights = scores(Q, K, mask).softmax(-1)
    return (weights @ V).reshape(X.shape) @ W_o, weights


@bank.wrong("interleaves the numbers of the heads")
def interleaved(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    weights = scores(Q, K, mask).softmax(-1)
    return (weights @ V).permute(0, 2, 3, 1).flatten(2) @ W_o, weights


@bank.wrong("softmax over the queries")
def over_queries(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    return read(scores(Q, K, mask).softmax(-2).nan_to_num(), V, W_o)


@bank.wrong("masks after the softmax")
def late(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    weights = scores(Q, K, None).softmax(-1)
    return read(weights if mask is None else weights * mask, V, W_o)


@bank.wrong("gives hidden words the score 0")
def score_zero(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    e = scores(Q, K, None)
    return read((e if mask is None else e * mask).softmax(-1), V, W_o)


@bank.wrong("forgets the last matrix")
def no_last(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    weights = scores(Q, K, mask).softmax(-1)
    return join(weights @ V), weights


@bank.wrong("the mask of the first sentence for all")
def first_mask(X, W_q, W_k, W_v, W_o, H, mask=None):
    Q, K, V = project(X, H, W_q, W_k, W_v)
    return read(
        scores(Q, K, None if mask is None else mask[:1]).softmax(-1), V, W_o
    )


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
    q, k, v = project(X, H, W_q, W_k, W_v)
    ones = torch.eye(X.shape[1], dtype=X.dtype).expand(*q.shape[:2], -1, -1)
    read, a = (
        F.scaled_dot_product_attention(q, k, x, mask, dropout)
        for x in (v, ones)
    )
    return join(read) @ W_o, a


@bank.right
def sentence_by_sentence(X, W_q, W_k, W_v, W_o, H, mask=None):
    pairs, B = [], len(X)
    masks = [None] * B if mask is None else mask.expand(B, -1, -1, -1)
    for x, seen in zip(X, masks, strict=True):
        q, k, v = ((x @ W).unflatten(1, (H, -1)) for W in (W_q, W_k, W_v))
        a = scores(q.transpose(0, 1), k.transpose(0, 1), seen).softmax(-1)
        pairs.append((torch.einsum("hts,shk->thk", a, v).flatten(1) @ W_o, a))
    return tuple(torch.stack(part) for part in zip(*pairs, strict=True))
