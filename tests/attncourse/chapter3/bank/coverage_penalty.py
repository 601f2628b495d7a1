"""Answers to `coverage_penalty`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def got(weights, mask):
    return (weights * mask[..., None]).sum(1)


bank.wrong("the mean over the places")(
    lambda weights, mask: (1 - got(weights, mask)).square().mean(-1)
)
bank.wrong("counts the padding")(
    lambda weights, mask: (1 - weights.sum(1)).square().sum(-1)
)
bank.wrong("takes the mask the wrong way round")(
    lambda weights, mask: (1 - got(weights, ~mask)).square().sum(-1)
)
bank.wrong("the distance, not its square")(
    lambda weights, mask: (1 - got(weights, mask)).abs().sum(-1)
)
bank.wrong("one number for the whole batch")(
    lambda weights, mask: (1 - got(weights, mask)).square().sum()
)


@bank.wrong("what each word gives, not what a place gets")
def by_words(weights, mask):
    gives = (weights * mask[..., None]).sum(2)
    return (1 - gives).square().sum(-1)


@bank.wrong("the mean weight of the words, not their sum")
def mean_of_words(weights, mask):
    each = got(weights, mask) / mask.sum(1, keepdim=True)
    return (1 - each).square().sum(-1)


@bank.right
def caption_by_caption(weights, mask):
    pairs = zip(weights, mask, strict=True)
    sums = [a[real].sum(0) for a, real in pairs]
    return torch.stack([(x - 1).pow(2).sum() for x in sums])


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
