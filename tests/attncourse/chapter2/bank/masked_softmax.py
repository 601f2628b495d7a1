"""Answers to `masked_softmax`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()
bank.wrong("softmax over the batch")(
    lambda e, mask: e.masked_fill(~mask, -torch.inf).softmax(0).nan_to_num(0)
)
bank.wrong("an empty row gets NaN")(
    lambda e, mask: e.masked_fill(~mask, -torch.inf).softmax(-1)
)
bank.wrong("an empty row is shared out alike, by -1e9")(
    lambda e, mask: e.masked_fill(~mask, -1e9).softmax(-1)
)
bank.wrong("masks after the softmax")(
    lambda e, mask: e.softmax(-1).masked_fill(~mask, 0)
)
bank.wrong("hides with the score 0")(
    lambda e, mask: (e * mask).softmax(-1) * mask
)


@bank.wrong("masks late, divides by the sum: an empty row is 0 / 0")
def late_divided(e, mask):
    weights = e.softmax(-1) * mask
    return weights / weights.sum(-1, keepdim=True)


@bank.wrong("takes the mask the wrong way round")
def inverted(e, mask):
    return e.masked_fill(mask, -torch.inf).softmax(-1).masked_fill(mask, 0)


@bank.wrong("hides by -30, so hidden positions weigh a little")
def thirty(e, mask):
    weights = e.masked_fill(~mask, -30.0).softmax(-1)
    return weights * mask.any(-1, keepdim=True)


@bank.right
def zero_for_nan(e, mask):
    return torch.where(mask, e, float("-inf")).softmax(1).nan_to_num(nan=0.0)


@bank.right
def row_by_row(e, mask):
    weights = torch.zeros_like(e)
    for row, scores, seen in zip(weights, e, mask, strict=True):
        row[seen] = scores[seen].softmax(0)
    return weights


@bank.right
def added_infinity(e, mask):
    e = e + torch.zeros_like(e).masked_fill(mask.logical_not(), -torch.inf)
    return (e - e.logsumexp(-1, True).nan_to_num(neginf=0.0)).exp()
