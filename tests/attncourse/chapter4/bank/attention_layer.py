"""Answers to `attention_layer`, wrong and right."""

import math

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def attend(Q, K, V, dim=-1):
    weights = (Q @ K.mT / K.shape[-1] ** 0.5).softmax(dim)
    return weights @ V, weights


@bank.wrong("softmax over the queries")
def over_queries(x, memory, W_q, W_k, W_v):
    return attend(x @ W_q, memory @ W_k, memory @ W_v, 1)


@bank.wrong("divides the rows after a softmax over the queries")
def mended_late(x, memory, W_q, W_k, W_v):
    _, weights = attend(x @ W_q, memory @ W_k, memory @ W_v, 1)
    weights = weights / weights.sum(-1, keepdim=True)
    return weights @ (memory @ W_v), weights


@bank.wrong("forgets the root")
def no_root(x, memory, W_q, W_k, W_v):
    weights = (x @ W_q @ (memory @ W_k).mT).softmax(-1)
    return weights @ (memory @ W_v), weights


@bank.wrong("the root of the width of x")
def root_of_input(x, memory, W_q, W_k, W_v):
    Q, K, V = x @ W_q, memory @ W_k, memory @ W_v
    weights = (Q @ K.mT / math.sqrt(x.shape[-1])).softmax(-1)
    return weights @ V, weights


@bank.wrong("one softmax over all pairs")
def over_pairs(x, memory, W_q, W_k, W_v):
    e = x @ W_q @ (memory @ W_k).mT / W_k.shape[1] ** 0.5
    weights = e.flatten(1).softmax(-1).view_as(e)
    return weights @ (memory @ W_v), weights


@bank.wrong("the memory of the first sentence for all")
def first_memory(x, memory, W_q, W_k, W_v):
    return attend(x @ W_q, memory[:1] @ W_k, memory[:1] @ W_v)


bank.wrong("asks with the memory, looks into x")(
    lambda x, memory, W_q, W_k, W_v: attend(memory @ W_k, x @ W_q, memory @ W_v)
)
bank.wrong("reads the memory without W_v")(
    lambda x, memory, W_q, W_k, W_v: attend(x @ W_q, memory @ W_k, memory)
)


@bank.right
def as_linear(x, memory, W_q, W_k, W_v):
    Q, K, V = map(F.linear, (x, memory, memory), (W_q.T, W_k.T, W_v.T))
    ones = torch.eye(K.shape[1], dtype=K.dtype).expand(len(K), -1, -1)
    both = torch.cat([V, ones], -1)
    made = F.scaled_dot_product_attention(Q, K, both)
    return made.split([V.shape[-1], K.shape[1]], -1)


@bank.right
def sentence_by_sentence(x, memory, W_q, W_k, W_v):
    made = [
        attend(one @ W_q, rows @ W_k, rows @ W_v)
        for one, rows in zip(x, memory, strict=True)
    ]
    return tuple(map(torch.stack, zip(*made, strict=True)))


@bank.right
def row_by_row(x, memory, W_q, W_k, W_v):
    rows = []
    for t in range(x.shape[1]):
        e = torch.einsum("bk,bsk->bs", x[:, t] @ W_q, memory @ W_k)
        a = (e * W_k.shape[1] ** -0.5).softmax(-1)
        rows.append(((a[..., None] * memory).sum(1) @ W_v, a))
    return tuple(torch.stack(part, 1) for part in zip(*rows, strict=True))
