"""Answers to `masked_batch`, wrong and right."""

import torch

from tests.attncourse.checks.bank import Bank

bank = Bank()


@bank.right
def by_where(tokens, draws, kinds, others, hidden):
    chosen = (draws < 0.15) & (tokens >= 4)
    new = torch.where(kinds < 0.8, hidden, others)
    new = torch.where(kinds < 0.9, new, tokens)
    read = torch.where(chosen, new, tokens)
    asked = torch.where(chosen, tokens, 0)
    return read, asked


DRAWN = "kinds < 0.8", "draws < 0.12", "kinds < 0.9", "draws < 0.135"
OVER = (
    "hidden, others",
    "hidden, tokens",
    "0.9, new, tokens",
    "0.9, others, new",
)
STAYS = (
    "hidden, others",
    "hidden, tokens",
    "0.9, new, tokens",
    "0.9, new, others",
)
BELOW = (
    "hidden, others",
    "hidden, tokens",
    "0.9, new, tokens",
    "0.1, others, new",
)
SLIPS = {
    "asked everywhere": ("read, asked", "read, tokens"),
    "asked at every word": ("(chosen, tokens, 0", "(tokens >= 4, tokens, 0"),
    "the labels are taken after the replacement": ("tokens, 0", "read, 0"),
    "special tokens are chosen": (" & (tokens >= 4)", ""),
    "80 / 10 / 10 of all tokens": ("read, asked", "new, asked"),
    "hidden only where nothing is chosen": ("draws <", "draws >="),
    "asked is a mask": ("read, asked", "read, chosen"),
    "the way is drawn with the choice: 0.12 and 0.135 of `draws`": DRAWN,
    "the second comparison overwrites the first: nothing is hidden": OVER,
    "token 4 is special as well": (">= 4", "> 4"),
    "from 0.8 to 0.9 the token stays, above it becomes another": STAYS,
}
bank.slips(by_where, SLIPS)
FRESH = {
    "a token that is drawn or a word, not both": ("&", "|"),
    "another token below 0.1, of those that are hidden": BELOW,
    "below 0.9 it stays": ("new, tokens)\n    read", "tokens, new)\n    read"),
    "asked where nothing is chosen": ("tokens, 0", "0, tokens"),
}
bank.fresh(by_where, FRESH)


@bank.right
def by_mask(tokens, draws, kinds, others, hidden):
    chosen = draws.lt(0.15).logical_and(tokens.ge(4))
    changed = chosen & (kinds < 0.9)
    read = tokens.clone()
    read[changed] = others[changed]
    read[chosen & (kinds < 0.8)] = hidden
    return read, tokens.masked_fill(~chosen, 0)


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


bank.slips(token_by_token, {"written into the argument": (".clone()", "")})
