"""Answers to `cached_step`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def append(kept, new):
    return torch.cat([kept, new.unsqueeze(1)], dim=1)


def appended(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    return x @ W_q, keys, values


def weigh(q, keys):
    scores = torch.einsum("bk,btk->bt", q, keys) / q.shape[-1] ** 0.5
    return scores.softmax(-1)


def read(weights, values):
    return torch.einsum("bt,btv->bv", weights, values)


@bank.wrong("exponentials of the scores, without their maximum")
def overflows(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    powers = torch.exp(keys @ (x @ W_q)[..., None] / W_k.shape[1] ** 0.5)
    weights = (powers / powers.sum(1, keepdim=True))[..., 0]
    return read(weights, values), keys, values


@bank.wrong("gives the old keys and values back")
def not_kept(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    return read(weigh(x @ W_q, keys), values), kept_keys, kept_values


@bank.wrong("keeps the query, not the key")
def query_kept(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_q), append(kept_values, x @ W_v)
    return read(weigh(x @ W_q, keys), values), keys, values


@bank.wrong("asks with the new key")
def asks_with_the_key(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    return read(weigh(x @ W_k, keys), values), keys, values


@bank.wrong("no root")
def no_root(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    q = x @ W_q * W_q.shape[1] ** 0.5
    return read(weigh(q, keys), values), keys, values


@bank.wrong("softmax over the sentences")
def over_sentences(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    scores = torch.einsum("bk,btk->bt", x @ W_q, keys) / W_q.shape[1] ** 0.5
    return read(scores.softmax(0), values), keys, values


@bank.wrong("a causal mask for one query: only key 0 is seen")
def first_key(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    seen = torch.ones(1, keys.shape[1]).tril().bool()
    scores = torch.einsum("bk,btk->bt", x @ W_q, keys) / W_q.shape[1] ** 0.5
    weights = scores.masked_fill(~seen, -torch.inf).softmax(-1)
    return read(weights, values), keys, values


@bank.wrong("divides by the root of the number of words")
def by_words(*given):
    q, keys, values = appended(*given)
    more = (q.shape[1] / keys.shape[1]) ** 0.5
    return read(weigh(q * more, keys), values), keys, values


@bank.wrong("puts the new key and value in front")
def in_front(*given):
    q, keys, values = appended(*given)
    output = read(weigh(q, keys), values)
    return output, keys.roll(1, 1), values.roll(1, 1)


@bank.wrong("softmax over the queries: every weight is 1")
def other_axis(*given):
    q, keys, values = appended(*given)
    weights = torch.ones_like(weigh(q, keys))
    return read(weights, values), keys, values


@bank.wrong('leaves the axis of length 1: "B 1 V"')
def one_axis_more(*given):
    q, keys, values = appended(*given)
    return read(weigh(q, keys), values)[:, None], keys, values


@bank.wrong("divides the weights by the root of K, after the softmax")
def scaled_late(*given):
    q, keys, values = appended(*given)
    root = q.shape[-1] ** 0.5
    return read(weigh(q * root, keys), values) / root, keys, values


@bank.right
def by_matrices(x, W_q, W_k, W_v, kept_keys, kept_values):
    q, k, v = (x[:, None] @ W for W in (W_q, W_k, W_v))
    keys = torch.cat((kept_keys, k), 1)
    values = torch.cat((kept_values, v), 1)
    weights = (q @ keys.mT / q.shape[-1] ** 0.5).softmax(-1)
    return (weights @ values).squeeze(1), keys, values


@bank.right
def fused(x, W_q, W_k, W_v, kept_keys, kept_values):
    keys, values = append(kept_keys, x @ W_k), append(kept_values, x @ W_v)
    q = (x @ W_q)[:, None]
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
