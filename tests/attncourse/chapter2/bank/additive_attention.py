"""Answers to `additive_attention`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def softmax(e, mask, dim=-1):
    return e.masked_fill(~mask, -torch.inf).softmax(dim).masked_fill(~mask, 0)


def read(weights, h):
    return torch.einsum("bs,bsm->bm", weights, h), weights


def scores(s, h, W_q, W_k, v):
    return torch.tanh((s @ W_q.T)[:, None] + h @ W_k.T) @ v


@bank.wrong("forgets the tanh")
def no_tanh(s, h, W_q, W_k, v, mask):
    e = ((s @ W_q.T)[:, None] + h @ W_k.T) @ v
    return read(softmax(e, mask), h)


@bank.wrong("ignores the mask")
def no_mask(s, h, W_q, W_k, v, mask):
    return read(scores(s, h, W_q, W_k, v).softmax(-1), h)


@bank.wrong("the state of the first sentence for all")
def first_state(s, h, W_q, W_k, v, mask):
    return read(softmax(scores(s[:1], h, W_q, W_k, v), mask), h)


@bank.wrong("an empty row reads the mean, by -1e9")
def empty_mean(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v).masked_fill(~mask, -1e9)
    return read(e.softmax(-1), h)


@bank.wrong("reads with the weights before the mask")
def reads_hidden(s, h, W_q, W_k, v, mask):
    e = scores(s, h, W_q, W_k, v)
    return read(e.softmax(-1), h)[0], softmax(e, mask)


@bank.wrong("divides the context by the length")
def mean(s, h, W_q, W_k, v, mask):
    weights = softmax(scores(s, h, W_q, W_k, v), mask)
    return (weights[..., None] * h).mean(1), weights


@bank.wrong("returns the weights first")
def order(s, h, W_q, W_k, v, mask):
    return read(softmax(scores(s, h, W_q, W_k, v), mask), h)[::-1]


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


@bank.right
def all_einsum(s, h, W_q, W_k, v, mask, low=-1e30):
    query = torch.einsum("bd,ad->ba", s, W_q).unsqueeze(1)
    hidden = (query + torch.einsum("am,bsm->bsa", W_k, h)).tanh()
    e = torch.einsum("a,bsa->bs", v, hidden).masked_fill(~mask, low)
    weights = torch.exp(e - e.logsumexp(1, keepdim=True)) * mask
    return torch.einsum("bsm,bs->bm", h, weights), weights
