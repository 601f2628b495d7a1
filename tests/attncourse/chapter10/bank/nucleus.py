"""Answers to `nucleus`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_sort(probabilities, p):
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    ordered = ordered * (before < p)
    kept = torch.zeros_like(ordered).scatter(-1, order, ordered)
    total = kept.sum(-1, keepdim=True)
    return kept / total


KEPT = "torch.zeros_like(ordered).scatter(-1, order, ordered)"
SLIPS = {
    "not divided by what is left": ("kept / total", "kept"),
    "a threshold on each probability": (
        KEPT,
        "probabilities * (probabilities > 1 - p)",
        "keepdim=True)",
        "keepdim=True).clamp(min=1e-9)",
    ),
    "a threshold relative to the largest one": (
        KEPT,
        "probabilities * (probabilities >= (1 - p) * ordered[:, :1])",
    ),
    "the first row decides how many stay": ("(before <", "(before[:1] <"),
    "a tiny number is left everywhere": (
        "ordered * (before < p)",
        "ordered.masked_fill(before >= p, 1e-8)",
    ),
    "divides by p, not by the sum of the nucleus": ("/ total", "/ p"),
    "a softmax instead of the division": ("kept / total", "kept.softmax(-1)"),
    "divides by the sum of the whole batch": ("-1, keepdim=True", ""),
    "the largest nucleus of the batch decides how many stay": (
        "(before < p)",
        "(before < p).any(0)",
    ),
}
bank.slips(by_sort, SLIPS)
FRESH = {
    "the sums run down the batch": ("cumsum(-1)", "cumsum(0)"),
    "divided by how many stay": ("kept.sum(-1,", "(kept > 0).sum(-1,"),
    "all of the nucleus are equally probable": ("= ordered * (", "= 1.0 * ("),
}
bank.fresh(by_sort, FRESH)


@bank.right
def by_places(probabilities, p):
    order = probabilities.argsort(-1, descending=True)
    sums = probabilities.gather(-1, order).cumsum(-1)
    count = (sums < p).sum(-1, keepdim=True) + 1
    places = order.argsort(-1)
    kept = probabilities.where(places < count, 0)
    return kept / kept.sum(-1, keepdim=True)


bank.fresh(by_places, {"one token too many": ("places <", "places <=")})


@bank.right
def by_comparison(probabilities, p):
    """The sum of all that are more probable, for each token."""
    larger = probabilities[:, None] > probabilities[..., None]  # B N N
    before = (larger * probabilities[:, None]).sum(-1)
    kept = probabilities * (before < p)
    return kept / kept.sum(-1, keepdim=True)


@bank.right
def row_by_row(probabilities, p):
    rows = []
    for row in probabilities:
        kept, total = torch.zeros_like(row), 0.0
        for i in row.argsort(descending=True).tolist():
            if total >= p:
                break
            kept[i] = row[i]
            total += float(row[i])
        rows.append(kept / kept.sum())
    return torch.stack(rows)
