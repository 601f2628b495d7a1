"""Answers to `context`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def softmax(e, mask, dim=-1):
    return e.masked_fill(~mask, -torch.inf).softmax(dim).masked_fill(~mask, 0)


def read(weights, h):
    return weights @ h, weights


@bank.wrong("sums over the targets")
def over_targets(e, h, mask):
    weights = softmax(e, mask)
    return (weights[..., None] * h[:, None]).sum(1), weights


@bank.wrong("reads with the transposed weights")
def transposed(e, h, mask):
    weights = softmax(e, mask)
    square = e.shape[1] == e.shape[2]
    return (weights.mT if square else weights) @ h, weights


bank.wrong("softmax over the targets")(
    lambda e, h, mask: read(softmax(e, mask, 1), h)
)
bank.wrong("an empty row gets NaN")(
    lambda e, h, mask: read(e.masked_fill(~mask, -torch.inf).softmax(-1), h)
)
bank.wrong("masks after the softmax")(
    lambda e, h, mask: read(e.softmax(-1) * mask, h)
)
bank.wrong("the mask of the first sentence for all")(
    lambda e, h, mask: read(softmax(e, mask[:1]), h)
)


@bank.wrong("hides the memory, not the scores")
def memory_hidden(e, h, mask):
    weights = e.softmax(-1)
    return weights @ (h * mask.mT), weights


@bank.wrong("the memory of the first sentence for all")
def first_memory(e, h, mask):
    weights = softmax(e, mask)
    return torch.einsum("bts,sm->btm", weights, h[0]), weights


@bank.right
def step_by_step(e, h, mask):
    weights = [softmax(row, mask[:, 0]) for row in e.unbind(1)]
    read = [(a[:, :, None] * h).sum(1) for a in weights]
    return torch.stack(read, 1), torch.stack(weights, 1)


@bank.right
def turned(e, h, mask, low=-1e30):
    e = e.mT.masked_fill(~mask.mT, low)  # B S T
    weights = torch.exp(e - e.logsumexp(1, keepdim=True)) * mask.mT
    return (h.mT @ weights).mT, weights.mT


@bank.right
def rows_of_a_batch(e, h, mask):
    B, T, S = e.shape
    shown = softmax(e.reshape(-1, S), mask.expand(B, T, S).reshape(-1, S))
    many = h.repeat_interleave(T, 0)
    read = torch.bmm(shown.view(-1, 1, S), many)
    return read.view(B, T, -1), shown.view(B, T, S)
