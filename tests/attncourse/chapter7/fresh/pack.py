"""Fresh answers to `pack`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def split(tokens, start, pad):
    inputs, after = tokens[:, :-1], tokens[:, 1:]
    return inputs.clone(), torch.where(after == start, pad, after)


def numbers(inputs, start):
    return (inputs == start).long().cumsum(-1)


def looks(number):
    T = number.shape[1]
    same = number.unsqueeze(-1) == number.unsqueeze(-2)
    return (same & torch.ones(T, T).tril().bool()).unsqueeze(1)


def count(seen):
    return seen[:, 0].sum(-1) - 1


def right(tokens, start, pad):
    inputs, wanted = split(tokens, start, pad)
    seen = looks(numbers(inputs, start))
    return inputs, wanted, seen, count(seen)


@bank.wrong("sentences see each other")
def one_text(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    T = inputs.shape[1]
    past = torch.ones(T, T).bool().tril().expand_as(seen).clone()
    return inputs, wanted, past, places


@bank.wrong("places start at 1")
def from_one(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    return inputs, wanted, seen, places + 1


@bank.wrong("the mask shows the future: triu instead of tril")
def future(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    return inputs, wanted, seen.mT.clone(), places


@bank.wrong("where START is wanted, START stays")
def start_wanted(tokens, start, pad):
    inputs, _, seen, places = right(tokens, start, pad)
    return inputs, tokens[:, 1:].clone(), seen, places


@bank.wrong("no token sees itself")
def never_itself(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    return inputs, wanted, seen & seen.mT.logical_not(), places


@bank.wrong("places restart behind each START, which is the end of the last")
def late(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    moved = places.roll(1, 1)
    moved[:, 0] = 0
    return inputs, wanted, seen, moved


@bank.wrong("padding is hidden from everyone")
def no_padding(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    return inputs, wanted, seen & (inputs != pad)[:, None, None], places


@bank.wrong("the START of the next sentence is fed as padding")
def start_not_fed(tokens, start, pad):
    inputs, wanted, seen, places = right(tokens, start, pad)
    fed = inputs.masked_fill(inputs == start, pad)
    return fed, wanted, seen, places


bank.right(right)


@bank.right
def token_by_token(tokens, start, pad):
    B, T = tokens.shape[0], tokens.shape[1] - 1
    wanted = torch.full((B, T), pad)
    places = torch.zeros(B, T, dtype=torch.long)
    seen = torch.zeros(B, 1, T, T, dtype=torch.bool)
    for b, row in enumerate(tokens.tolist()):
        for t in range(T):
            if row[t] == start:
                begin = t
            places[b, t] = t - begin
            seen[b, 0, t, begin : t + 1] = True
            if row[t + 1] != start:
                wanted[b, t] = row[t + 1]
    return tokens[:, :-1].clone(), wanted, seen, places
