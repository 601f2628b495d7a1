"""Answers to `places`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(mask):
    words = mask.cumsum(1)
    return (words - 1).masked_fill(~mask, 0)


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


ALL = "torch.ones_like(mask).cumsum(1)"
LAST = "(words - 1).masked_fill(~mask, 0)"
bank.slips(
    plain,
    {
        "counts padding": (LAST, f"{ALL} - 1"),
        "counts padding, and gives it 0": ("mask.cumsum(1)", ALL),
        "counts from 1": (" - 1", ""),
        "padding has -1": ("mask, 0", "mask, -1"),
        "padding on the left has -1": (".masked_fill(~mask, 0)", ""),
        "counts along the batch": ("cumsum(1)", "cumsum(0)"),
        "counts padding instead of words": ("mask.c", "(~mask).c", " - 1", ""),
        "knows padding on the left alone": (
            LAST,
            f"({ALL} - 1 - (~mask).sum(1, True)).clamp(min=0)",
        ),
        "floats": ("cumsum(1)", "float().cumsum(1)"),
        "the places of the first sentence for all": (
            "words =",
            "mask = mask[:1].expand(mask.shape)\n    words =",
        ),
        "moves the words to the front, the padding behind them": (
            "words =",
            "mask = mask.sort(1, True).values\n    words =",
        ),
        "goes on counting in the next sentence": (
            "mask.cumsum(1)",
            "mask.flatten().cumsum(0).view(mask.shape)",
        ),
        "padding has the number of words before it": (LAST, "words - 1 * mask"),
        "keeps the padding and hides the words": ("~mask", "mask"),
        "rolls the mask: the last column is counted first": (
            "mask.cumsum(1)",
            "mask.roll(1, 1).cumsum(1) + 1",
        ),
        "subtracts from a bool": ("mask.cumsum(1)", "(mask - 1).cumsum(1)"),
    },
)
bank.slips(
    word_by_word,
    {"starts again after every padding": ("+= real", "= (words + 1) * real")},
)
bank.fresh(
    plain,
    {
        "cuts off at 0": ("masked_fill(~mask, 0)", "clamp(min=0)"),
        "how many words come after it": (
            "(words - 1)",
            "(words[:, -1:] - words)",
        ),
        "its column, less that of the first word": (
            "mask.cumsum(1)",
            f"{ALL} - mask.int().argmax(1, True)",
        ),
        "forgets to count": ("cumsum(1)", "long()"),
    },
)
