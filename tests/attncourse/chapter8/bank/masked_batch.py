"""Answers to `masked_batch`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def mixed(tokens, kinds, others, hidden):
    out = tokens.clone()
    out[kinds < 0.9] = others[kinds < 0.9]
    out[kinds < 0.8] = hidden
    return out


def choice(tokens, draws):
    return (draws < 0.15) & (tokens >= 4)


def result(tokens, chosen, changed):
    read = torch.where(chosen, changed, tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("asked everywhere")
def all_asked(tokens, draws, kinds, others, hidden):
    read, _ = by_where(tokens, draws, kinds, others, hidden)
    return read, tokens


@bank.wrong("asked at every word")
def all_words_asked(tokens, draws, kinds, others, hidden):
    read, _ = by_where(tokens, draws, kinds, others, hidden)
    return read, torch.where(tokens >= 4, tokens, 0)


@bank.wrong("the labels are taken after the replacement")
def late_labels(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    read = torch.where(chosen, mixed(tokens, kinds, others, hidden), tokens)
    return read, torch.where(chosen, read, 0)


@bank.wrong("special tokens are chosen")
def special(tokens, draws, kinds, others, hidden):
    chosen = draws < 0.15
    return result(tokens, chosen, mixed(tokens, kinds, others, hidden))


@bank.wrong("80 / 10 / 10 of all tokens")
def of_all(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    read = mixed(tokens, kinds, others, hidden)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("hidden only where nothing is chosen")
def inverted(tokens, draws, kinds, others, hidden):
    chosen = (draws >= 0.15) & (tokens >= 4)
    return result(tokens, chosen, mixed(tokens, kinds, others, hidden))


@bank.wrong("written into the argument")
def in_place(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    asked = torch.where(chosen, tokens, 0)
    tokens[chosen & (kinds < 0.8)] = hidden
    return tokens, asked


@bank.wrong("asked is a mask")
def mask(tokens, draws, kinds, others, hidden):
    read, asked = by_where(tokens, draws, kinds, others, hidden)
    return read, asked != 0


@bank.wrong("the way is drawn with the choice: 0.12 and 0.135 of `draws`")
def one_draw(tokens, draws, kinds, others, hidden):
    changed = mixed(tokens, draws / 0.15, others, hidden)
    return result(tokens, choice(tokens, draws), changed)


@bank.wrong("the second comparison overwrites the first: nothing is hidden")
def overwritten(tokens, draws, kinds, others, hidden):
    changed = torch.where(kinds < 0.8, hidden, tokens)
    changed = torch.where(kinds < 0.9, others, changed)
    return result(tokens, choice(tokens, draws), changed)


@bank.wrong("token 4 is special as well")
def four_too(tokens, draws, kinds, others, hidden):
    changed = mixed(tokens, kinds, others, hidden)
    return result(tokens, (draws < 0.15) & (tokens > 4), changed)


@bank.wrong("from 0.8 to 0.9 the token stays, above it becomes another")
def ways_swapped(tokens, draws, kinds, others, hidden):
    changed = mixed(others, kinds, tokens, hidden)
    return result(tokens, choice(tokens, draws), changed)


@bank.right
def by_where(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    new = torch.where(kinds < 0.8, hidden, others)
    new = torch.where(kinds < 0.9, new, tokens)
    return torch.where(chosen, new, tokens), torch.where(chosen, tokens, 0)


@bank.right
def by_fill(tokens, draws, kinds, others, hidden):
    chosen = draws.lt(0.15).logical_and(tokens.ge(4))
    read = mixed(tokens, kinds, others, hidden)
    asked = tokens.masked_fill(~chosen, 0)
    return read.where(chosen, tokens), asked


@bank.right
def token_by_token(tokens, draws, kinds, others, hidden):
    read, asked = tokens.clone(), torch.zeros_like(tokens)
    for b, t in (draws < 0.15).nonzero().tolist():
        if tokens[b, t] < 4:
            continue
        asked[b, t] = tokens[b, t]
        if kinds[b, t] < 0.8:
            read[b, t] = hidden
        elif kinds[b, t] < 0.9:
            read[b, t] = others[b, t]
    return read, asked
