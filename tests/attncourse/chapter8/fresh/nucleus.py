"""Fresh answers to `nucleus`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def cut(probabilities, p):
    """The kept numbers in descending order, and where they came from."""
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    return ordered.masked_fill(before >= p, 0.0), order


def kept(probabilities, p):
    ordered, order = cut(probabilities, p)
    return torch.zeros_like(ordered).scatter(-1, order, ordered)


def rescaled(x):
    return x / x.sum(-1, keepdim=True)


bank.wrong("divides by p, not by the sum of the nucleus")(
    lambda probabilities, p: kept(probabilities, p) / p
)
bank.wrong("a softmax instead of the division")(
    lambda probabilities, p: kept(probabilities, p).softmax(-1)
)
bank.wrong("leaves the numbers in descending order")(
    lambda probabilities, p: rescaled(cut(probabilities, p)[0])
)
bank.wrong("divides by the sum of the whole batch")(
    lambda probabilities, p: (x := kept(probabilities, p)) / x.sum()
)


@bank.wrong("gathers back instead of scattering")
def gathered(probabilities, p):
    ordered, order = cut(probabilities, p)
    return rescaled(ordered.gather(-1, order))


@bank.wrong("the largest nucleus of the batch decides how many stay")
def same_number(probabilities, p):
    number = int((cut(probabilities, p)[0] > 0).sum(-1).max())
    top, order = probabilities.topk(number)
    return rescaled(torch.zeros_like(probabilities).scatter(-1, order, top))


@bank.wrong("cuts at the last token of the nucleus, and loses it")
def above_the_last(probabilities, p):
    ordered = cut(probabilities, p)[0]
    last = ordered.where(ordered > 0, torch.inf).amin(-1, keepdim=True)
    return rescaled(probabilities.where(probabilities > last, 0.0))


@bank.wrong("one token more where the sum is p exactly")
def one_more(probabilities, p):
    ordered, order = probabilities.sort(-1, descending=True)
    before = ordered.cumsum(-1) - ordered
    ordered = ordered.where(before <= p, 0.0)
    return rescaled(torch.zeros_like(ordered).scatter(-1, order, ordered))


@bank.right
def down_to_the_last(probabilities, p):
    ordered = cut(probabilities, p)[0]
    last = ordered.where(ordered > 0, torch.inf).amin(-1, keepdim=True)
    return rescaled(probabilities * (probabilities >= last))


@bank.right
def row_by_row(probabilities, p):
    out = torch.zeros_like(probabilities)
    for row, new in zip(probabilities, out, strict=True):
        total = 0.0
        for n in row.argsort(descending=True).tolist():
            if total >= p:
                break
            new[n] = row[n]
            total += float(row[n])
    return rescaled(out)
