"""Answers to `context`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(e, h, mask):
    hidden = ~mask
    seen = e.masked_fill(hidden, -torch.inf)
    weights = seen.softmax(-1).masked_fill(hidden, 0)
    return weights @ h, weights


@bank.right
def sentence_by_sentence(e, h, mask):
    weights = torch.zeros_like(e)
    for b, (seen,) in enumerate(mask):
        weights[b][:, seen] = e[b][:, seen].softmax(-1)
    return torch.einsum("bsm,bts->btm", h, weights), weights


@bank.right
def turned(e, h, mask, low=-1e30):
    e = e.mT.masked_fill(~mask.mT, low)  # B S T
    weights = torch.exp(e - e.logsumexp(1, keepdim=True)) * mask.mT
    return (h.mT @ weights).mT, weights.mT


LOW, ZERO = ".masked_fill(hidden, -torch.inf)", ".masked_fill(hidden, 0)"
SUMMED = "weights @ h", "(weights[..., None] * h[:, None]).sum(1)"
TURNED = "weights @", "(weights.mT if e.shape[1] == e.shape[2] else weights) @"
MEMORY = LOW, "", ZERO, "", "@ h", "@ (h * mask.mT)"
SLIPS = {
    "sums over the targets": SUMMED,
    "reads with the transposed weights": TURNED,
    "softmax over the targets": ("softmax(-1)", "softmax(1)"),
    "an empty row gets NaN": (ZERO, ""),
    "masks after the softmax": (LOW, ""),
    "the mask of the first sentence for all": ("~mask", "~mask[:1]"),
    "hides the memory, not the scores": MEMORY,
    "the memory of the first sentence for all": ("@ h", "@ h[0]"),
}
bank.slips(plain, SLIPS)
FRESH = {
    "True means hidden": ("~mask", "mask"),
    "reads with the scores": ("weights @ h", "seen @ h"),
    "the mean over the positions": ("@ h", "@ h / h.shape[1]"),
    "hides with the score 0": (LOW, " * mask"),
}
bank.fresh(plain, FRESH)
