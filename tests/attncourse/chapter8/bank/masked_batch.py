"""Answers to `masked_batch`, wrong and right."""

import numpy as np
import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


def mixed(tokens, kinds, others, hidden):
    out = tokens.clone()
    out[kinds < 0.9] = others[kinds < 0.9]
    out[kinds < 0.8] = hidden
    return out


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
    read = torch.where(chosen, mixed(tokens, kinds, others, hidden), tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("only padding is spared")
def not_padding(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens != 0)
    read = torch.where(chosen, mixed(tokens, kinds, others, hidden), tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("what is kept is not asked")
def kept_not_asked(tokens, draws, kinds, others, hidden):
    read, _ = by_where(tokens, draws, kinds, others, hidden)
    return read, torch.where(read != tokens, tokens, 0)


@bank.wrong("all of the chosen are hidden")
def all_hidden(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    read = tokens.masked_fill(chosen, hidden)
    return read, tokens.masked_fill(~chosen, 0)


@bank.wrong("one draw for both questions")
def one_draw(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    read = torch.where(chosen, mixed(tokens, draws, others, hidden), tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("80 / 10 / 10 of all tokens")
def of_all(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    read = mixed(tokens, kinds, others, hidden)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("hidden only where nothing is chosen")
def inverted(tokens, draws, kinds, others, hidden):
    chosen = (draws >= 0.15) & (tokens >= 4)
    read = torch.where(chosen, mixed(tokens, kinds, others, hidden), tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("the shares of other and hidden are swapped")
def swapped(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    out = torch.where(kinds < 0.8, others, tokens)
    out = torch.where((kinds >= 0.8) & (kinds < 0.9), hidden, out)
    read = torch.where(chosen, out, tokens)
    return read, torch.where(chosen, tokens, 0)


@bank.wrong("asked has -100 where nothing is asked")
def minus_100(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    read = torch.where(chosen, mixed(tokens, kinds, others, hidden), tokens)
    return read, torch.where(chosen, tokens, -100)


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


@bank.right
def by_where(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    new = torch.where(kinds < 0.8, hidden, others)
    new = torch.where(kinds < 0.9, new, tokens)
    return torch.where(chosen, new, tokens), torch.where(chosen, tokens, 0)


@bank.right
def by_index(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens > 3)
    read = tokens.clone()
    hide = chosen & (kinds < 0.8)
    other = chosen & ~hide & (kinds < 0.9)
    read[hide] = hidden
    read[other] = others[other]
    return read, tokens * chosen


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


@bank.right
def by_numpy(tokens, draws, kinds, others, hidden):
    x, kind = tokens.numpy(), kinds.numpy()
    chosen = (draws.numpy() < 0.15) & ~np.isin(x, (0, 1, 2, 3))
    new = np.select([kind < 0.8, kind < 0.9], [hidden, others.numpy()], x)
    read, asked = np.where(chosen, new, x), np.where(chosen, x, 0)
    return torch.from_numpy(read), torch.from_numpy(asked)


@bank.right
def by_arithmetic(tokens, draws, kinds, others, hidden):
    chosen = ((draws < 0.15) & (tokens >= 4)).long()
    hide = chosen * (kinds < 0.8)
    other = chosen * (kinds < 0.9) - hide
    read = hide * hidden + other * others + (1 - hide - other) * tokens
    return read, chosen * tokens
