"""What a masked model reads, and what it is asked; the draws are given."""

from typing import Any

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

SHARE, HIDE, CHANGE = 0.15, 0.8, 0.9  # of all tokens; of those chosen
SPECIAL = 4  # tokens below it


def texts(seed, *lengths, N=20):
    """Texts of so many words, each between START and STOP, then padding."""

    def draw(inputs):
        generator = torch.Generator().manual_seed(seed)
        B, T = len(lengths), max(lengths) + 2
        words = torch.randint(SPECIAL, N, (2, B, T), generator=generator)
        tokens, inputs["others"] = words
        tokens[:, 0] = 1
        for row, length in zip(tokens, lengths, strict=True):
            row[length + 1], row[length + 2 :] = 2, 0
        draws, kinds = torch.rand(2, B, T, generator=generator).double()
        inputs |= {"tokens": tokens, "draws": draws / 2, "kinds": kinds}

    return case(0, draw, hidden=N + 5, B=1, T=1)


def row(**lines):
    """One text, each argument as a line of numbers: shares have a point."""
    given: dict[str, Any] = {
        name: [[*map(float if "." in line else int, line.split())]]
        for name, line in lines.items()
    }
    return case(hidden=9, **given)


def replaced(kinds, hidden, others, tokens):
    kept = torch.where(kinds < CHANGE, others, tokens)
    return torch.where(kinds < HIDE, hidden, kept)


def where(chosen, one, other):
    return torch.where(chosen, one, other)


def draw(chance):
    lengths = [chance.randint(3, 20) for _ in range(chance.randint(2, 5))]
    return texts(chance.randrange(2**31), *lengths, N=chance.randint(20, 60))


exercise = Exercise(
    takes=dict.fromkeys(("tokens", "draws", "kinds", "others"), "B T")
    | {"hidden": ""},
    returns=("read", "asked"),
    steps={
        "drawn": Step("B T", lambda draws: draws < SHARE, "draws below 0.15"),
        "words": Step("B T", lambda tokens: tokens >= SPECIAL, "not special"),
        "chosen": Step("B T", lambda drawn, words: drawn & words, "both"),
        "replaced": Step("B T", replaced, "what a chosen token becomes"),
        "read": Step("B T", where, needs=("chosen", "replaced", "tokens")),
        "asked": Step(
            "B T",
            lambda chosen, tokens: tokens.where(chosen, 0),
            "the true tokens where chosen, else 0",
        ),
    },
    cases={
        "five tokens": row(
            tokens="1 5 6 7 2",
            draws=".3 .1 .7 .05 .9",
            kinds=".5 .3 .1 .85 .6",
            others="8 4 8 8 4",
        ),
        "one is kept": row(
            tokens="1 5 6 2",
            draws=".5 .1 .12 .4",
            kinds=".2 .95 .7 .1",
            others="4 7 8 8",
        ),
        "special tokens are drawn, too": row(
            tokens="1 5 6 3 2 0 0",
            draws=".1 .6 .02 .14 .07 .01 .9",
            kinds=".3 .85 .2 .5 .85 .4 .1",
            others="8 7 4 5 6 7 8",
        ),
        "words alone, and shares that are met exactly": row(
            tokens="5 6 7 4 8",
            draws=".15 .1 .1 .05 .14",
            kinds=".1 .8 .9 .3 .7",
            others="8 7 4 6 5",
        ),
        "nothing is drawn": row(
            tokens="1 7 8 2",
            draws=".8 .2 .5 .16",
            kinds=".1 .2 .83 .4",
            others="5 6 4 6",
        ),
        "three texts (B=3, T=12)": texts(1, 10, 6, 8),
        "many tokens (B=7, T=32)": texts(2, 20, 30, 14, 9, 26, 5, 17, N=100),
    },
    mistakes={
        "what is not asked is -100, not 0": {
            "asked": lambda chosen, tokens: tokens.where(chosen, -100)
        },
        "a chosen token that is kept is not asked": {
            "asked": lambda tokens, read: tokens.where(read != tokens, 0)
        },
        "a chosen token that is kept is not asked: kinds plays a part": {
            "asked": lambda tokens, chosen, kinds: tokens.where(
                chosen & (kinds < CHANGE), 0
            )
        },
        "only the chosen tokens that are hidden are asked": {
            "asked": lambda tokens, chosen, kinds: tokens.where(
                chosen & (kinds < HIDE), 0
            )
        },
        "another token stands where kinds is below 0.1, of those to hide": {
            "replaced": lambda kinds, hidden, others, tokens: torch.where(
                kinds < 1 - CHANGE,
                others,
                replaced(kinds, hidden, tokens, tokens),
            )
        },
        "every chosen token is hidden": {
            "replaced": lambda tokens, hidden: torch.full_like(tokens, hidden)
        },
        "the shares of hidden and other tokens are swapped": {
            "replaced": lambda kinds, hidden, others, tokens: replaced(
                kinds, others, hidden, tokens
            )
        },
        "padding alone is spared, not all special tokens": {
            "words": lambda tokens: tokens != 0
        },
    },
    draw=draw,
)
