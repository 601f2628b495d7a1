"""Answers to `own_bias`, wrong and right."""

import torch
from torch.nn import functional as F

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(q, rows, slopes, anchors):
    t = torch.arange(q.shape[2])
    d = t[:, None] - t
    near = rows[d.clamp(0, len(rows) - 1)]
    first = torch.zeros_like(q[0, 0])
    n = min(len(t), len(anchors))
    first[:n] = anchors[:n]
    e = torch.einsum("bhtk,tsk->bhts", q, near + first) / q.shape[-1] ** 0.5
    return (e - slopes[:, None, None] * d).tril()


@bank.right
def three_parts(q, rows, slopes, anchors):
    T, n = q.shape[2], min(q.shape[2], len(anchors))
    d = torch.arange(T)[:, None] - torch.arange(T)
    near = rows[torch.minimum(d.abs(), torch.tensor(len(rows) - 1))]
    e = (q[..., None, :] @ near.mT)[..., 0, :]
    e[..., :n] += q @ anchors[:n].mT
    e = e / q.shape[-1] ** 0.5 - slopes.view(-1, 1, 1) * d
    return e.masked_fill(~torch.ones(T, T).tril().bool(), 0.0)


@bank.right
def by_products(q, rows, slopes, anchors):
    T, root = q.shape[2], q.shape[-1] ** 0.5
    d = torch.arange(T)[:, None] - torch.arange(T)
    which = d.clamp(0, len(rows) - 1).expand(*q.shape[:2], T, T)
    held = F.pad(q @ anchors.mT, (0, T))[..., :T]
    e = ((q @ rows.mT).gather(-1, which) + held) / root
    return (e - torch.einsum("h,ts->hts", slopes, d.to(q))).tril()


bank.slips(
    plain,
    {
        "no root": (" / q.shape[-1] ** 0.5", ""),
        "forgets the first positions": ("near + first", "near"),
        "forgets the slopes": (" - slopes[:, None, None] * d", ""),
        "forgets the vectors of distances": (
            "near + first",
            "0 * near + first",
        ),
        "all heads have the first slope": (
            "slopes[:, None, None]",
            "slopes[0]",
        ),
    },
)
bank.fresh(
    plain,
    {
        "minus infinity for what comes later": (
            ").tril()",
            ").masked_fill(d < 0, -torch.inf)",
        ),
        "distances from the query to the key": (
            "t[:, None] - t",
            "t - t[:, None]",
        ),
        "loses the last of the first positions": (
            "len(anchors))",
            "len(anchors) - 1)",
        ),
        "no 0 for what comes later": (".tril()", ""),
    },
)
