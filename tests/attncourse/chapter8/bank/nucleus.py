"""Answers to `nucleus`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def scaled(kept):
    return kept / kept.sum(-1, keepdim=True)


def back(ordered, order):
    return torch.zeros_like(ordered).scatter(-1, order, ordered)


def cut(probabilities, p):
    """The kept numbers in descending order, and where they came from."""
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    return ordered.masked_fill(before >= p, 0.0), order


def kept(probabilities, p):
    return back(*cut(probabilities, p))


@bank.wrong("not divided by what is left")
def not_scaled(probabilities, p):
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    return back(ordered * (before < p), order)


@bank.wrong("a threshold on each probability")
def threshold(probabilities, p):
    kept = probabilities * (probabilities > 1 - p)
    return kept / kept.sum(-1, keepdim=True).clamp(min=1e-9)


@bank.wrong("a threshold relative to the largest one")
def relative(probabilities, p):
    most = probabilities.amax(-1, keepdim=True)
    return scaled(probabilities * (probabilities >= (1 - p) * most))


@bank.wrong("the first row decides how many stay")
def same_number(probabilities, p):
    ordered, order = probabilities.sort(-1, descending=True)
    k = int((ordered.cumsum(-1) - ordered < p)[0].sum())
    ordered = torch.where(torch.arange(ordered.shape[1]) < k, ordered, 0.0)
    return scaled(back(ordered, order))


@bank.wrong("a tiny number is left everywhere")
def tiny(probabilities, p):
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    return scaled(back(ordered.masked_fill(before >= p, 1e-8), order))


bank.wrong("divides by p, not by the sum of the nucleus")(
    lambda probabilities, p: kept(probabilities, p) / p
)
bank.wrong("a softmax instead of the division")(
    lambda probabilities, p: kept(probabilities, p).softmax(-1)
)
bank.wrong("divides by the sum of the whole batch")(
    lambda probabilities, p: (x := kept(probabilities, p)) / x.sum()
)


@bank.wrong("the largest nucleus of the batch decides how many stay")
def most_of_all(probabilities, p):
    number = int((cut(probabilities, p)[0] > 0).sum(-1).max())
    ordered, order = probabilities.sort(-1, descending=True)
    ordered[:, number:] = 0
    return scaled(back(ordered, order))


@bank.right
def by_places(probabilities, p):
    order = probabilities.argsort(-1, descending=True)
    sums = probabilities.gather(-1, order).cumsum(-1)
    count = (sums < p).sum(-1, keepdim=True) + 1
    places = order.argsort(-1)
    return scaled(probabilities.where(places < count, 0))


@bank.right
def by_comparison(probabilities, p):
    """The sum of all that are more probable, for each token."""
    larger = probabilities[:, None] > probabilities[..., None]  # B N N
    before = (larger * probabilities[:, None]).sum(-1)
    return scaled(probabilities * (before < p))


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
