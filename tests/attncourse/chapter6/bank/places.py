"""Answers to `places`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def everywhere(mask):
    return torch.arange(mask.shape[1]).expand(mask.shape)


def places(mask):
    return (mask.cumsum(1) - 1).masked_fill(~mask, 0)


bank.wrong("counts padding")(everywhere)
bank.wrong("counts padding, and gives it 0")(
    lambda mask: everywhere(mask) * mask
)
bank.wrong("counts from 1")(lambda mask: mask.cumsum(1) * mask)
bank.wrong("padding has -1")(
    lambda mask: (mask.cumsum(1) - 1).masked_fill(~mask, -1)
)
bank.wrong("padding on the left has -1")(lambda mask: mask.cumsum(-1) - 1)
bank.wrong("counts along the batch")(
    lambda mask: (mask.cumsum(0) - 1).where(mask, 0)
)
bank.wrong("counts padding instead of words")(
    lambda mask: (~mask).cumsum(1).where(mask, 0)
)


@bank.wrong("knows padding on the left alone")
def shifted(mask):
    lead = (~mask).sum(1, keepdim=True)
    return (everywhere(mask) - lead).clamp(min=0)


@bank.wrong("floats")
def floats(mask):
    return ((mask.float().cumsum(1) - 1) * mask).clamp(min=0)


bank.wrong("the places of the first sentence for all")(
    lambda mask: places(mask[:1]).expand(mask.shape)
)
bank.wrong("moves the words to the front, the padding behind them")(
    lambda mask: places(torch.arange(mask.shape[1]) < mask.sum(1, keepdim=True))
)
bank.wrong("goes on counting in the next sentence")(
    lambda mask: (mask.flatten().cumsum(0).view(mask.shape) - 1) * mask
)
bank.wrong("padding has the number of words before it")(
    lambda mask: mask.cumsum(1) - mask.long()
)
bank.wrong("keeps the padding and hides the words")(
    lambda mask: (mask.cumsum(1) - 1).masked_fill(mask, 0)
)
bank.wrong("rolls the mask: the last column is counted first")(
    lambda mask: mask.roll(1, 1).cumsum(1) * mask
)
bank.wrong("subtracts from a bool")(lambda mask: (mask - 1).cumsum(1) * mask)


@bank.wrong("starts again after every padding")
def starts_again(mask):
    table = []
    for row in mask.tolist():
        here, found = 0, []
        for word in row:
            found.append(here)
            here = here + 1 if word else 0
        table.append(found)
    return torch.tensor(table) * mask


@bank.right
def word_by_word(mask):
    table = []
    for row in mask.tolist():
        words, found = 0, []
        for real in row:
            found.append(words if real else 0)
            words += real
        table.append(found)
    return torch.tensor(table)


@bank.right
def by_a_matrix(mask):
    earlier = torch.ones(mask.shape[1], mask.shape[1]).triu(1)
    return (mask.float() @ earlier).long().masked_fill(~mask, 0)


@bank.right
def moved_on(mask):
    before = torch.zeros_like(mask)
    before[:, 1:] = mask[:, :-1]
    return torch.where(mask, before.cumsum(1), 0)
