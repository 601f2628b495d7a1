"""Fresh answers to `pick`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def sums(logits, temperature):
    return (logits / temperature).softmax(-1).cumsum(-1)


@bank.wrong("multiplies by the temperature")
def multiplied(logits, draws, temperature):
    reached = sums(logits, 1 / temperature) <= draws[:, None]
    return reached.sum(-1)


@bank.wrong("takes the likeliest token")
def likeliest(logits, draws, temperature):
    return (logits / temperature).argmax(-1)


@bank.wrong("the token before the one that is hit")
def one_before(logits, draws, temperature):
    reached = sums(logits, temperature) <= draws[:, None]
    return (reached.sum(-1) - 1).clamp(min=0)


@bank.wrong("the temperature is forgotten")
def no_temperature(logits, draws, temperature):
    return (sums(logits, 1) <= draws[:, None]).sum(-1)


@bank.wrong("lines the tokens up by probability, and returns the rank")
def ranks(logits, draws, temperature):
    shares = (logits / temperature).softmax(-1)
    ordered = shares.sort(-1, descending=True).values
    return (ordered.cumsum(-1) <= draws[:, None]).sum(-1)


@bank.wrong("the first token whose own probability is above the draw")
def own_share(logits, draws, temperature):
    shares = (logits / temperature).softmax(-1)
    return (shares > draws[:, None]).long().argmax(-1)


@bank.wrong("the first draw for all rows")
def first_draw(logits, draws, temperature):
    return (sums(logits, temperature) <= draws[0]).sum(-1)


@bank.wrong("cuts the line from its other end")
def from_the_end(logits, draws, temperature):
    return (sums(logits, temperature) <= 1 - draws[:, None]).sum(-1)


@bank.right
def by_search(logits, draws, temperature):
    line = sums(logits, temperature)
    return torch.searchsorted(line, draws[:, None], right=True)[:, 0]


@bank.right
def walk(logits, draws, temperature):
    found = []
    for row, draw in zip(logits, draws.tolist(), strict=True):
        token, reached = -1, 0.0
        for share in (row / temperature).softmax(0).tolist():
            token, reached = token + 1, reached + share
            if reached > draw:
                break
        found.append(token)
    return torch.tensor(found)
