"""Fresh answers to `masked_batch`, written with its messages closed."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def choice(tokens, draws):
    return (draws < 0.15) & (tokens >= 4)


def change(tokens, kinds, others, hidden):
    changed = torch.where(kinds < 0.8, hidden, others)
    return torch.where(kinds < 0.9, changed, tokens)


def result(tokens, chosen, changed):
    read = torch.where(chosen, changed, tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("the way is drawn with the choice: 0.12 and 0.135 of `draws`")
def one_draw(tokens, draws, kinds, others, hidden):
    changed = change(tokens, draws / 0.15, others, hidden)
    return result(tokens, choice(tokens, draws), changed)


@bank.wrong("asks for the changed token, not for the true one")
def asks_what_is_read(tokens, draws, kinds, others, hidden):
    chosen = choice(tokens, draws)
    changed = change(tokens, kinds, others, hidden)
    read = torch.where(chosen, changed, tokens)
    return read, torch.where(chosen, read, 0)


@bank.wrong("the second comparison overwrites the first: nothing is hidden")
def overwritten(tokens, draws, kinds, others, hidden):
    changed = torch.where(kinds < 0.8, hidden, tokens)
    changed = torch.where(kinds < 0.9, others, changed)
    return result(tokens, choice(tokens, draws), changed)


@bank.wrong("-100 where nothing is asked, as cross_entropy ignores it")
def minus_hundred(tokens, draws, kinds, others, hidden):
    chosen = choice(tokens, draws)
    changed = change(tokens, kinds, others, hidden)
    read = torch.where(chosen, changed, tokens)
    return read, torch.where(chosen, tokens, -100)


@bank.wrong("padding alone is special: token 0")
def padding_alone(tokens, draws, kinds, others, hidden):
    changed = change(tokens, kinds, others, hidden)
    return result(tokens, (draws < 0.15) & (tokens != 0), changed)


@bank.wrong("token 4 is special as well")
def four_too(tokens, draws, kinds, others, hidden):
    changed = change(tokens, kinds, others, hidden)
    return result(tokens, (draws < 0.15) & (tokens > 4), changed)


@bank.wrong("does not ask for a chosen token that stays")
def asks_the_changed(tokens, draws, kinds, others, hidden):
    chosen = choice(tokens, draws)
    read, asked = result(tokens, chosen, change(tokens, kinds, others, hidden))
    return read, torch.where(kinds < 0.9, asked, 0)


@bank.wrong("from 0.8 to 0.9 the token stays, above it becomes another")
def ways_swapped(tokens, draws, kinds, others, hidden):
    changed = change(others, kinds, tokens, hidden)
    return result(tokens, choice(tokens, draws), changed)


@bank.right
def by_masks(tokens, draws, kinds, others, hidden):
    read, asked = tokens.clone(), torch.zeros_like(tokens)
    chosen = draws.lt(0.15) & ~tokens.lt(4)
    asked[chosen] = tokens[chosen]
    read[chosen & (kinds < 0.8)] = hidden
    other = chosen & (kinds >= 0.8) & (kinds < 0.9)
    read[other] = others[other]
    return read, asked


@bank.right
def one_by_one(tokens, draws, kinds, others, hidden):
    read, asked = tokens.clone(), torch.zeros_like(tokens)
    for b, t in choice(tokens, draws).nonzero().tolist():
        asked[b, t] = tokens[b, t]
        if kinds[b, t] < 0.8:
            read[b, t] = hidden
        elif kinds[b, t] < 0.9:
            read[b, t] = others[b, t]
    return read, asked
