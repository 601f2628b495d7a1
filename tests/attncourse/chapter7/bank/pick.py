"""Answers to `pick`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(logits, draws, temperature):
    shares = (logits / temperature).softmax(-1)
    sums = shares.cumsum(-1)
    return (sums <= draws[:, None]).sum(-1)


@bank.right
def first_above(logits, draws, temperature):
    sums = (logits / temperature).softmax(-1).cumsum(-1)
    return (sums > draws[:, None]).int().argmax(-1)


@bank.right
def by_search(logits, draws, temperature):
    sums, wanted = (logits / temperature).softmax(-1).cumsum(-1), draws[:, None]
    return torch.searchsorted(sums, wanted, side="right").squeeze(-1)


@bank.right
def by_numpy(logits, draws, temperature):
    sums = (logits / temperature).softmax(-1).numpy().cumsum(-1)
    pairs = zip(sums, draws.numpy(), strict=True)
    return torch.tensor([np.searchsorted(s, d, "right") for s, d in pairs])


bank.slips(
    plain,
    {
        "the draws are not used: torch draws its own": (
            "(sums <= draws[:, None]).sum(-1)",
            "torch.multinomial(shares, 1)[:, 0]",
        ),
        "one token too far": (".sum(-1)", ".sum(-1) + 1"),
        "softmax over the rows of the batch": ("softmax(-1)", "softmax(0)"),
        "exponentials without the greatest logit taken away": (
            "(logits / temperature).softmax(-1)",
            "torch.exp(logits / temperature)\n"
            "    shares = shares / shares.sum(-1, keepdim=True)",
        ),
        "the probability of the token, not the token": (
            "(sums <= draws[:, None]).sum(-1)",
            "shares.gather(-1, (sums <= draws[:, None]).sum(-1, True))[:, 0]",
        ),
        "keeps the axis of length 1": (".sum(-1)", ".sum(-1, keepdim=True)"),
        "the temperature is forgotten": (" / temperature", ""),
        "the first draw for all rows": ("draws[:, None]", "draws[0]"),
    },
)
bank.fresh(
    plain,
    {
        "forgets the softmax": (".softmax(-1)", ""),
        "sums along the batch": ("cumsum(-1)", "cumsum(0)"),
        "the token whose end is nearest to the draw": (
            "(sums <= draws[:, None]).sum(-1)",
            "(sums - draws[:, None]).abs().argmin(-1)",
        ),
        "the first token that ends before the draw": (
            ").sum(-1)",
            ").int().argmax(-1)",
        ),
    },
)
