"""Answers to `coverage_penalty`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(weights, mask):
    got = (weights * mask[..., None]).sum(1)
    return (1 - got).square().sum(-1)


@bank.right
def by_einsum(weights, mask):
    off = torch.einsum("bts,bt->bs", weights, mask.to(weights)) - 1
    return torch.einsum("bs,bs->b", off, off)


@bank.right
def word_by_word(weights, mask):
    left = torch.ones_like(weights[:, 0])
    for t in range(weights.shape[1]):
        left = left - weights[:, t].where(mask[:, t, None], 0.0)
    return torch.linalg.vector_norm(left, dim=-1) ** 2


MEAN = "sum(1)", "sum(1) / mask.sum(1, keepdim=True)"
SLIPS = {
    "the mean over the places": ("sum(-1)", "mean(-1)"),
    "counts the padding": (" * mask[..., None]", ""),
    "takes the mask the wrong way round": ("mask[", "~mask["),
    "the distance, not its square": ("square", "abs"),
    "one number for the whole batch": ("sum(-1)", "sum()"),
    "what each word gives, not what a place gets": ("sum(1)", "sum(2)"),
    "the mean weight of the words, not their sum": MEAN,
}
bank.slips(plain, SLIPS)
FRESH = {
    "the square of the sum": ("square().sum(-1)", "sum(-1).square()"),
    "squares what each place got": ("1 - got", "got"),
    "the root of the sum": ("sum(-1)", "sum(-1).sqrt()"),
    "the largest weight of each place": ("sum(1)", "amax(1)"),
}
bank.fresh(plain, FRESH)
