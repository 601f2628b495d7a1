"""Answers to `dot_attention`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def plain(s, h, mask, scale):
    e = (s[:, None] * h).sum(-1) * scale
    hidden = ~mask
    seen = e.masked_fill(hidden, -torch.inf)
    weights = seen.softmax(-1).masked_fill(hidden, 0)
    return (weights[:, None] @ h)[:, 0], weights


@bank.right
def longer_query(s, h, mask, scale):
    e = torch.bmm(h, (scale * s).unsqueeze(2)).squeeze(2)
    weights = e.where(mask, -torch.inf).softmax(1).nan_to_num(0.0)
    return torch.einsum("bsm,bs->bm", h, weights), weights


@bank.right
def sentence_by_sentence(s, h, mask, scale):
    context, weights = torch.zeros_like(s), torch.zeros_like(h[..., 0])
    for b in range(len(s)):
        at = mask[b].nonzero().flatten()
        weights[b, at] = (h[b, at] @ s[b]).mul(scale).softmax(0)
        context[b] = weights[b] @ h[b]
    return context, weights


LOW, ZERO = ".masked_fill(hidden, -torch.inf)", ".masked_fill(hidden, 0)"
CROSSED = "(s[:, None] * h).sum(-1)", "(s @ h.mT)[:, 0]"
MEMORY = "e = ", "h = h * mask[..., None]\n    e = ", LOW, ""
SLIPS = {
    "forgets the scale": (" * scale", ""),
    "divides by the scale, as by a temperature": ("* scale", "/ scale"),
    "the scale after the softmax": (" * scale", "", "seen.", "scale * seen."),
    "the first state with all sentences": CROSSED,
    "softmax over the batch": ("softmax(-1)", "softmax(0)"),
    "forgets to return the context": ("(weights[:, None] @ h)[:, 0], ", ""),
    "an empty row gets NaN": (ZERO, ""),
    "hides before the dot product, by a memory of 0": MEMORY,
}
bank.slips(plain, SLIPS)
FRESH = {
    "the root of the width for the scale": ("* scale", "/ h.shape[-1] ** 0.5"),
    "masks after the softmax": (LOW, ""),
    "the mean of the products": ("sum(-1)", "mean(-1)"),
    "an empty row reads the mean, by -1e9": ("-torch.inf", "-1e9", ZERO, ""),
}
bank.fresh(plain, FRESH)
