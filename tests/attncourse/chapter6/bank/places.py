"""Answers to `places`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def everywhere(mask):
    return torch.arange(mask.shape[1]).expand(mask.shape)


bank.wrong("counts padding")(everywhere)
bank.wrong("counts padding, and gives it 0")(
    lambda mask: everywhere(mask) * mask
)
bank.wrong("counts from 1")(lambda mask: mask.cumsum(1) * mask)
bank.wrong("padding has -1")(
    lambda mask: (mask.cumsum(1) - 1).masked_fill(~mask, -1)
)
bank.wrong("padding on the left has -1")(lambda mask: mask.cumsum(-1) - 1)
bank.wrong("padding on the right has the last place")(
    lambda mask: (mask.cumsum(-1) - 1).clamp(min=0)
)
bank.wrong("counts along the batch")(
    lambda mask: (mask.cumsum(0) - 1).where(mask, 0)
)
bank.wrong("counts padding instead of words")(
    lambda mask: (~mask).cumsum(1).where(mask, 0)
)
bank.wrong("counts from the right")(
    lambda mask: (mask.flip(1).cumsum(1).flip(1) - 1).where(mask, 0)
)


@bank.wrong("knows padding on the left alone")
def shifted(mask):
    lead = (~mask).sum(1, keepdim=True)
    return (everywhere(mask) - lead).clamp(min=0)


@bank.wrong("starts at the first word, and counts padding after it")
def from_first(mask):
    first = mask.float().argmax(1, keepdim=True)
    return (everywhere(mask) - first).where(mask, 0)


@bank.wrong("floats")
def floats(mask):
    return ((mask.float().cumsum(1) - 1) * mask).clamp(min=0)


bank.right(lambda mask: (mask.cumsum(1) - 1) * mask)
bank.right(lambda mask: ((mask.int().cumsum(1) - 1) * mask).int())
bank.right(lambda mask: (mask.cumsum(-1) - mask.long()).where(mask, 0))


@bank.right
def sentence_by_sentence(mask):
    out = torch.zeros(mask.shape, dtype=torch.long)
    for row, seen in zip(out, mask, strict=True):
        row[seen] = torch.arange(int(seen.sum()))
    return out


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


@bank.right
def by_numpy(mask):
    seen = mask.numpy().astype(np.int64)
    return torch.from_numpy((np.cumsum(seen, 1) - 1) * seen)
