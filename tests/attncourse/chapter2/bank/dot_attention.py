"""Answers to `dot_attention`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def softmax(e, mask, dim=-1):
    return e.masked_fill(~mask, -torch.inf).softmax(dim).masked_fill(~mask, 0)


def dots(s, h):
    return (s[:, None] * h).sum(-1)


def read(weights, h):
    return (weights[:, None] @ h)[:, 0], weights


bank.wrong("forgets the scale")(
    lambda s, h, mask, scale: read(softmax(dots(s, h), mask), h)
)
bank.wrong("divides by the scale, as by a temperature")(
    lambda s, h, mask, scale: read(softmax(dots(s, h) / scale, mask), h)
)
bank.wrong("the scale after the softmax")(
    lambda s, h, mask, scale: read(scale * softmax(dots(s, h), mask), h)
)
bank.wrong("the first state with all sentences")(
    lambda s, h, mask, scale: read(softmax(scale * (s @ h.mT)[:, 0], mask), h)
)
bank.wrong("softmax over the batch")(
    lambda s, h, mask, scale: read(softmax(scale * dots(s, h), mask, 0), h)
)
bank.wrong("forgets to return the context")(
    lambda s, h, mask, scale: softmax(scale * dots(s, h), mask)
)


@bank.wrong("an empty row gets NaN")
def empty_nan(s, h, mask, scale):
    e = (scale * dots(s, h)).masked_fill(~mask, -torch.inf)
    return read(e.softmax(-1), h)


@bank.wrong("hides before the dot product, by a memory of 0")
def memory_zero(s, h, mask, scale):
    h = h * mask[..., None]
    return read((scale * dots(s, h)).softmax(-1) * mask, h)


@bank.right
def longer_query(s, h, mask, scale):
    e = torch.bmm(h, (scale * s).unsqueeze(2)).squeeze(2)
    weights = e.where(mask, -torch.inf).softmax(1).nan_to_num(0.0)
    return torch.einsum("bsm,bs->bm", h, weights), weights


@bank.right
def sentence_by_sentence(s, h, mask, scale):
    context, weights = torch.zeros_like(s), torch.zeros_like(h[..., 0])
    for b in range(len(s)):
        at = mask[b].nonzero().flatten()
        weights[b, at] = (h[b, at] @ s[b]).mul(scale).softmax(0)
        context[b] = weights[b] @ h[b]
    return context, weights


@bank.right
def position_by_position(s, h, mask, scale):
    e = [scale * torch.linalg.vecdot(s, h_i) for h_i in h.unbind(1)]
    weights = softmax(torch.stack(e, -1), mask)
    pairs = zip(weights.unbind(1), h.unbind(1), strict=True)
    return sum(a[:, None] * h_i for a, h_i in pairs), weights
