"""Answers to `grid_softmax`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(e):
    return e.flatten(1).softmax(-1).reshape(e.shape)


bank.right(lambda e: torch.exp(e - e.logsumexp((1, 2), keepdim=True)))


@bank.right
def rows_then_their_share(e):
    share = e.logsumexp(-1).softmax(-1)
    return e.softmax(-1) * share.unsqueeze(-1)


ALL = "e.flatten(1).softmax(-1).reshape(e.shape)"
TWICE = ALL, "e.softmax(-1).softmax(1)"
SLIPS = {
    "softmax over the images": ("softmax(-1)", "softmax(0)"),
    "leaves the places in a row": (".reshape(e.shape)", ""),
    "one softmax over the whole batch": ("flatten(1)", "flatten()"),
    "first over the rows, then over the columns": TWICE,
    "the row of places turned into columns": ("e.shape)", "e.mT.shape).mT"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "the product of two softmaxes": (ALL, "e.softmax(1) * e.softmax(2)"),
    "each row has the same share": (ALL, "e.softmax(-1) / e.shape[1]"),
    "makes the row column by column": ("e.flatten", "e.mT.flatten"),
    "without exponentials": (ALL, "e / e.sum((1, 2), True)"),
}
bank.fresh(plain, FRESH)
