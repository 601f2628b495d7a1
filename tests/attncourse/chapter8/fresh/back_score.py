"""Fresh answers to `back_score`, by who wrote its check; not yet by another."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def stripe(weights, back):
    return weights.diagonal(-back, -2, -1)


bank.wrong("the diagonal on the other side")(
    lambda weights, back: stripe(weights, -back).mean((0, -1))
)
bank.wrong("counts from 1, so it reads one place too far back")(
    lambda weights, back: stripe(weights, back + 1).mean((0, -1))
)
bank.wrong("divides by all T positions")(
    lambda weights, back: (
        stripe(weights, back).sum(-1).mean(0) / weights.shape[-1]
    )
)
bank.wrong("a mean over texts and heads, for each position")(
    lambda weights, back: stripe(weights, back).mean((0, 1))
)
bank.wrong("a sum over the texts")(
    lambda weights, back: stripe(weights, back).mean(-1).sum(0)
)
bank.wrong("the main diagonal")(
    lambda weights, back: stripe(weights, 0).mean((0, -1))
)


@bank.wrong("the index wraps around at the beginning of the text")
def rolled(weights, back):
    return weights.roll(back, -1).diagonal(0, -2, -1).mean((0, -1))


@bank.wrong("begins with position 1, however far back it looks")
def from_one(weights, back):
    t = torch.arange(1, weights.shape[-1])
    return weights[:, :, t, t - back].mean((0, -1))


@bank.right
def by_tril(weights, back):
    ones = torch.ones_like(weights[0, 0]).tril(-back).triu(-back)
    return (weights * ones).sum((-2, -1)).mean(0) / ones.sum()


@bank.right
def one_by_one(weights, back):
    texts = []
    for text in weights:
        rows = [text[:, t, t - back] for t in range(back, text.shape[-1])]
        texts.append(torch.stack(rows).mean(0))
    return torch.stack(texts).mean(0)
