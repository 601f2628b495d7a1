"""Answers to `pick`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def line(logits, temperature):
    return (logits / temperature).softmax(-1).cumsum(-1)


@bank.wrong("the draws are not used: torch draws its own")
def by_chance(logits, draws, temperature):
    shares = (logits / temperature).softmax(-1)
    return torch.multinomial(shares, 1)[:, 0]


@bank.wrong("one token too far")
def too_far(logits, draws, temperature):
    return (line(logits, temperature) <= draws[:, None]).sum(-1) + 1


@bank.wrong("softmax over the rows of the batch")
def over_rows(logits, draws, temperature):
    sums = (logits / temperature).softmax(0).cumsum(-1)
    return (sums <= draws[:, None]).sum(-1)


@bank.wrong("exponentials without the greatest logit taken away")
def overflows(logits, draws, temperature):
    powers = torch.exp(logits / temperature)
    sums = (powers / powers.sum(-1, keepdim=True)).cumsum(-1)
    return (sums <= draws[:, None]).sum(-1)


@bank.wrong("the probability of the token, not the token")
def its_share(logits, draws, temperature):
    tokens = (line(logits, temperature) <= draws[:, None]).sum(-1)
    shares = (logits / temperature).softmax(-1)
    return shares.gather(-1, tokens[:, None])[:, 0]


@bank.wrong("keeps the axis of length 1")
def one_more_axis(logits, draws, temperature):
    sums = line(logits, temperature)
    return (sums <= draws[:, None]).sum(-1, keepdim=True)


@bank.wrong("the temperature is forgotten")
def no_temperature(logits, draws, temperature):
    return (line(logits, 1) <= draws[:, None]).sum(-1)


@bank.wrong("the first draw for all rows")
def first_draw(logits, draws, temperature):
    return (line(logits, temperature) <= draws[0]).sum(-1)


@bank.right
def first_above(logits, draws, temperature):
    return (line(logits, temperature) > draws[:, None]).int().argmax(-1)


@bank.right
def by_search(logits, draws, temperature):
    sums, wanted = line(logits, temperature), draws.unsqueeze(-1)
    return torch.searchsorted(sums, wanted, side="right").squeeze(-1)


@bank.right
def by_numpy(logits, draws, temperature):
    sums = line(logits, temperature).numpy()
    pairs = zip(sums, draws.numpy(), strict=True)
    return torch.tensor([np.searchsorted(s, d, "right") for s, d in pairs])
