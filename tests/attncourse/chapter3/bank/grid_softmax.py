"""Answers to `grid_softmax`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()
bank.wrong("softmax over the images")(lambda e: e.softmax(0))
bank.wrong("leaves the places in a row")(lambda e: e.flatten(1).softmax(-1))
bank.wrong("one softmax over the whole batch")(
    lambda e: e.flatten().softmax(0).view_as(e)
)
bank.wrong("first over the rows, then over the columns")(
    lambda e: e.softmax(-1).softmax(1)
)


@bank.wrong("the row of places turned into columns")
def turned(e):
    B, i, j = e.shape
    return e.flatten(1).softmax(-1).reshape(B, j, i).mT


bank.right(lambda e: torch.exp(e - e.logsumexp((1, 2), keepdim=True)))


@bank.right
def image_by_image(e):
    made = [one.reshape(-1).softmax(0).view(one.shape) for one in e]
    return torch.stack(made)


@bank.right
def rows_then_their_share(e):
    share = e.logsumexp(-1).softmax(-1)
    return e.softmax(-1) * share.unsqueeze(-1)
