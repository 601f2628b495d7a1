"""Answers to `masked_softmax`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(e, mask):
    hidden = ~mask
    seen = e.masked_fill(hidden, -torch.inf)
    return seen.softmax(-1).masked_fill(hidden, 0)


@bank.right
def row_by_row(e, mask):
    weights = torch.zeros_like(e)
    for b, seen in enumerate(mask):
        weights[b, seen] = e[b, seen].softmax(0)
    return weights


@bank.right
def added_infinity(e, mask):
    e = e + torch.zeros_like(e).masked_fill(mask.logical_not(), -torch.inf)
    return (e - e.logsumexp(-1, True).nan_to_num(neginf=0.0)).exp()


LOW, ZERO = ".masked_fill(hidden, -torch.inf)", ".masked_fill(hidden, 0)"
FINITE = "-torch.inf", "-1e9", ZERO, ""
LATE = LOW, "", ZERO, " * mask / (e.softmax(-1) * mask).sum(-1, True)"
THIRTY = "-torch.inf", "-30.0", ZERO, " * mask.any(-1, keepdim=True)"
SLIPS = {
    "softmax over the batch": ("softmax(-1)", "softmax(0)"),
    "an empty row gets NaN": (ZERO, ""),
    "an empty row is shared out alike, by -1e9": FINITE,
    "masks after the softmax": (LOW, ""),
    "hides with the score 0": (LOW, " * mask"),
    "masks late, divides by the sum: an empty row is 0 / 0": LATE,
    "takes the mask the wrong way round": ("~mask", "mask"),
    "hides by -30, so hidden positions weigh a little": THIRTY,
}
bank.slips(plain, SLIPS)
FRESH = {
    "exponentials that nobody divides": ("softmax(-1)", "exp()"),
    "the mask of the first row for all": ("~mask", "~mask[:1]"),
    "infinity without its sign": ("-torch.inf", "torch.inf"),
    "the logarithms of the weights": ("softmax", "log_softmax"),
}
bank.fresh(plain, FRESH)
