"""Answers to `own_bias`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


def far(q):
    t = torch.arange(q.shape[2])
    return t[:, None] - t


def near(q, rows):
    return rows[far(q).clamp(0, len(rows) - 1)]


def first(q, anchors):
    T = q.shape[2]
    held = torch.zeros(T, q.shape[3]).to(q)
    n = min(T, len(anchors))
    held[:n] = anchors[:n]
    return held


def score(q, vectors):
    return torch.einsum("bhtk,tsk->bhts", q, vectors) / q.shape[-1] ** 0.5


def penalty(q, slopes):
    return slopes[:, None, None] * far(q)


@bank.wrong("no root")
def no_root(q, rows, slopes, anchors):
    e = score(q, near(q, rows) + first(q, anchors)) * q.shape[-1] ** 0.5
    return (e - penalty(q, slopes)).tril()


@bank.wrong("forgets the first positions")
def no_anchors(q, rows, slopes, anchors):
    return (score(q, near(q, rows)) - penalty(q, slopes)).tril()


@bank.wrong("forgets the slopes")
def no_slopes(q, rows, slopes, anchors):
    return score(q, near(q, rows) + first(q, anchors)).tril()


@bank.wrong("forgets the vectors of distances")
def no_rows(q, rows, slopes, anchors):
    held = first(q, anchors).expand(q.shape[2], -1, -1)
    return (score(q, held) - penalty(q, slopes)).tril()


@bank.wrong("all heads have the first slope")
def one_slope(q, rows, slopes, anchors):
    e = score(q, near(q, rows) + first(q, anchors))
    return (e - slopes[0] * far(q)).tril()


@bank.right
def three_parts(q, rows, slopes, anchors):
    T, n = q.shape[2], min(q.shape[2], len(anchors))
    root = q.shape[-1] ** 0.5
    e = torch.einsum("bhtk,tsk->bhts", q, near(q, rows)) / root
    e[..., :n] += q @ anchors[:n].mT / root
    e = e - penalty(q, slopes)
    return e.masked_fill(~torch.ones(T, T).tril().bool(), 0.0)


@bank.right
def padded(q, rows, slopes, anchors):
    T = q.shape[2]
    held = F.pad(anchors, (0, 0, 0, T))[:T]
    e = score(q, near(q, rows) + held)
    return (e - penalty(q, slopes)).tril()


@bank.right
def minimum(q, rows, slopes, anchors):
    d = torch.minimum(far(q).abs(), torch.tensor(len(rows) - 1))
    e = score(q, rows[d] + first(q, anchors)) - penalty(q, slopes)
    return e * (far(q) >= 0)
