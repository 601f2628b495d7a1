"""The place of each word: how many words stand before it."""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

LEFT = "00111", "01111", "11111"
ANYWHERE = "01101", "10011", "11010"


def before(entry):
    """The words up to an entry, counted."""
    row = entry.values["mask"][entry.at["B"], : entry.at["T"] + 1].tolist()
    if not row[-1]:
        return "padding, so"
    return f"words before it in {[*map(int, row)]}, counted,"


def columns(mask):
    """The columns, counted from 1."""
    return torch.arange(1, mask.shape[1] + 1)


def from_first(mask):
    """The columns from the first word on, counted."""
    return columns(mask) - mask.long().argmax(1)[:, None]


def draw(chance):
    T = chance.randint(3, 8)
    row = ("".join(chance.choices("01", k=T)) for _ in range(4))
    return case(mask=[*row][: chance.randint(1, 4)])


exercise = Exercise(
    takes={"mask": "B T"},
    returns=("place",),
    steps={
        "counted": Step(
            "B T", lambda mask: mask.cumsum(1), "words up to here, it included"
        ),
        "before": Step(
            "B T", lambda counted: counted - 1, "the word itself not counted"
        ),
        "place": Step(
            "B T",
            lambda before, mask: before.masked_fill(~mask, 0),
            "padding gets 0",
            before,
        ),
    },
    cases={
        "padding, then three words": case(mask=("0111",)),
        "three sentences, padded on the left": case(mask=LEFT),
        "padded on the right": case(mask=("11100", "11111", "10000")),
        "padding anywhere": case(mask=ANYWHERE),
        "a sentence of padding alone": case(mask=("000", "111")),
        "no padding": case(mask=("1111", "1111")),
    },
    mistakes={
        "padding after the first word is counted": {"counted": from_first},
        "padding after a word has the place of that word": {
            "place": lambda before: before.clamp(min=0)
        },
        "padding after the first word is counted, and has places": {
            "place": lambda before: before.clamp(min=0),
            "counted": from_first,
        },
        "padding is taken to stand on the left": {
            "counted": lambda mask: columns(mask) - (~mask).sum(1, True)
        },
        "words are counted from the end": {
            "counted": lambda mask: mask.flip(1).cumsum(1).flip(1)
        },
    },
    draw=draw,
)
