"""Answers to `pack`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def asked(tokens, start, pad):
    return tokens[:, 1:].masked_fill(tokens[:, 1:] == start, pad)


def past(T):
    return torch.ones(T, T, dtype=torch.bool).tril()


def own(inputs, start):
    """Which tokens stand in one sentence, "B 1 T T"."""
    sentence = (inputs == start).cumsum(1)
    return (sentence[:, :, None] == sentence[:, None])[:, None]


def places_of(inputs, start):
    t = torch.arange(inputs.shape[1])
    return t - (t * (inputs == start)).cummax(1).values


def whole(tokens, start, pad):
    inputs = tokens[:, :-1]
    seen = own(inputs, start) & past(inputs.shape[1])
    return inputs, asked(tokens, start, pad), seen, places_of(inputs, start)


@bank.wrong("the next START is wanted")
def start_is_wanted(tokens, start, pad):
    inputs, _, seen, places = whole(tokens, start, pad)
    return inputs, tokens[:, 1:], seen, places


@bank.wrong("no axis for the heads")
def no_heads(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    return inputs, wanted, seen[:, 0], places


@bank.wrong("True means hidden")
def inverted(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    return inputs, wanted, ~seen, places


@bank.wrong("a token does not see itself")
def not_itself(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    return inputs, wanted, seen.tril(-1), places


@bank.wrong("start is always 1, and pad 0")
def always_1(tokens, start, pad):
    return whole(tokens, 1, 0)


@bank.wrong("a mask of numbers, not of True and False")
def numbers(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    return inputs, wanted, seen.double(), places


@bank.wrong("places start at 1")
def from_one(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    return inputs, wanted, seen, places + 1


@bank.wrong("the mask shows the future: triu instead of tril")
def future(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    return inputs, wanted, seen.mT.clone(), places


@bank.wrong("places restart behind each START, which is the end of the last")
def late(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    moved = places.roll(1, 1)
    moved[:, 0] = 0
    return inputs, wanted, seen, moved


@bank.wrong("the START of the next sentence is fed as padding")
def start_not_fed(tokens, start, pad):
    inputs, wanted, seen, places = whole(tokens, start, pad)
    fed = inputs.masked_fill(inputs == start, pad)
    return fed, wanted, seen, places


@bank.right
def row_by_row(tokens, start, pad):
    rows = [whole(row[None], start, pad) for row in tokens]
    return tuple(map(torch.cat, zip(*rows, strict=True)))


@bank.right
def by_intervals(tokens, start, pad):
    """A token sees those from its START on, up to itself."""
    inputs = tokens[:, :-1]
    t = torch.arange(inputs.shape[1])
    begin = (
        torch.where(inputs == start, t, 0).cummax(1).values[:, None, :, None]
    )
    seen = (t >= begin) & (t <= t[:, None])
    return inputs, asked(tokens, start, pad), seen, t - begin[:, 0, :, 0]


@bank.right
def by_blocks(tokens, start, pad):
    """One sentence after the other, as a square of the mask."""
    B, T = len(tokens), tokens.shape[1] - 1
    seen, places = torch.zeros(B, 1, T, T).bool(), torch.zeros(B, T).long()
    for b, row in enumerate(tokens[:, :-1]):
        begins = (row == start).nonzero()[:, 0].tolist()
        for i, j in zip(begins, [*begins[1:], T], strict=True):
            seen[b, 0, i:j, i:j] = past(j - i)
            places[b, i:j] = torch.arange(j - i)
    return tokens[:, :-1], asked(tokens, start, pad), seen, places
