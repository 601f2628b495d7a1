"""Whole sentences one after the other in a row: what is fed, what is wanted,
who sees what, and where each token stands in its sentence.
"""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

TWO = 1, 7, 2, 1, 8, 9, 2
ROWS = (
    (1, 9, 4, 2, 1, 5, 2, 0, 0),
    (1, 4, 6, 4, 7, 8, 2, 0, 0),
    (1, 2, 1, 7, 2, 1, 6, 6, 2),
)


def rows(*tokens, start=1, pad=0):
    return case(tokens=tokens, start=start, pad=pad)


def swapped(tokens, **names):
    """Other numbers for what is special, and words of their old ones."""
    swap = {1: names["start"], 0: names["pad"]}
    swap |= {new: old for old, new in swap.items()}
    return rows(*(tuple(swap.get(t, t) for t in r) for r in tokens), **names)


def past(inputs):
    return torch.ones(2 * inputs.shape[1:]).tril().bool()


def same(sentence):
    return (sentence[:, :, None] == sentence[:, None])[:, None]


def begins_at(begins):
    t = torch.arange(begins.shape[1])
    return (t * begins).cummax(1).values


def in_row(first):
    return torch.arange(first.shape[1]) - first


def draw(chance):
    """Rows of one to three sentences, with padding behind."""
    made = [
        [
            token
            for _ in range(chance.randint(1, 3))
            for token in (1, *chance.choices(range(3, 9), k=words(chance)), 2)
        ]
        for _ in range(chance.randint(2, 4))
    ]
    T = max(map(len, made)) + chance.randint(0, 2)
    tokens = [(*row, *[0] * (T - len(row))) for row in made]
    if chance.random() < 0.5:
        return rows(*tokens)
    return swapped(tokens, start=6, pad=3)


def words(chance):
    return chance.randint(1, 4)


exercise = Exercise(
    takes={"tokens": "B T+1", "start": "", "pad": ""},
    returns=("inputs", "wanted", "seen", "places"),
    steps={
        "inputs": Step(
            "B T", lambda tokens: tokens[:, :-1], "without the last"
        ),
        "after": Step(
            "B T", lambda tokens: tokens[:, 1:], "the token after each"
        ),
        "wanted": Step(
            "B T",
            lambda after, start, pad: after.masked_fill(after == start, pad),
            "pad where a new sentence begins",
        ),
        "begins": Step("B T", lambda inputs, start: inputs == start),
        "sentence": Step(
            "B T", lambda begins: begins.cumsum(1), "its number in the row"
        ),
        "same": Step("B 1 T T'", same, "both in one sentence"),
        "past": Step("T T'", past, "each token sees itself and earlier ones"),
        "seen": Step("B 1 T T'", lambda same, past: same & past),
        "first": Step("B T", begins_at, "where its sentence begins in the row"),
        "places": Step("B T", in_row, "counted from there", needs=("first",)),
    },
    cases={
        "one sentence of one word": rows((1, 7, 2)),
        "two sentences in a row": rows(TWO),
        "three rows (B=3, T=8)": rows(*ROWS),
        "start is 5, padding is 7": swapped(ROWS, start=5, pad=7),
        "start is 4, padding is 9": swapped((TWO,), start=4, pad=9),
        "a sentence without words": rows((1, 2, 1, 2, 0), (1, 5, 6, 2, 0)),
    },
    mistakes={
        "pad stands where START is fed, not where it would be wanted": {
            "wanted": lambda inputs, after, start, pad: after.masked_fill(
                inputs == start, pad
            )
        },
        "where START would be wanted stands -100, not pad": {
            "wanted": lambda after, start: after.masked_fill(
                after == start, -100
            )
        },
        "START belongs to the sentence before it": {
            "sentence": lambda begins: begins.cumsum(1) - begins.long()
        },
        "earlier sentences are seen: the causal mask is alone": {
            "seen": lambda same, past: past.expand_as(same)
        },
        "padding is hidden: it belongs to the last sentence": {
            "seen": lambda same, past, inputs, pad: (
                same & past & (inputs != pad)[:, None, None]
            )
        },
        "places are counted through the whole row": {
            "first": lambda begins: torch.zeros_like(begins).long()
        },
        "places are counted from the word after START": {
            "places": lambda first: (in_row(first) - 1).clamp(min=0)
        },
        "places are the numbers of the sentences": {
            "places": lambda sentence: (sentence - 1).clamp(min=0)
        },
    },
    draw=draw,
)
