"""The drawing of a row that asks about two names, with one head or two."""

from typing import NamedTuple

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

NAMES = ("Ben", "Cid", "Dan")
COLOURS = ("red", "green", "blue")
BALLS = (("Ben", "red"), ("Cid", "blue"), ("Dan", "green"))
"""The rows that are asked: a name is the key, a colour the value."""
ASKED = ("Ben", "Cid")
STRENGTH = 8.0
"""How long the query is for each name that is asked."""


class Read(NamedTuple):
    """The weights of one head, and what it reads of each colour."""

    weights: Tensor
    colours: Tensor


def head(
    asked: tuple[str, ...], balls: tuple[tuple[str, str], ...] = BALLS
) -> Read:
    """What a head reads whose query is the sum of the names that are asked."""
    unit = torch.eye(len(NAMES), dtype=torch.float64)
    keys = torch.stack([unit[NAMES.index(name)] for name, _ in balls])
    values = torch.stack([unit[COLOURS.index(ball)] for _, ball in balls])
    query = torch.stack([unit[NAMES.index(name)] for name in asked]).sum(0)
    weights = spec.weights(STRENGTH * query[None], keys)[0]
    return Read(weights, spec.read(weights, values))


def swapped() -> tuple[tuple[str, str], ...]:
    """BALLS, with the colours of the first two names exchanged."""
    (one, first), (other, second), *rest = BALLS
    return ((one, second), (other, first), *rest)


def two_names() -> Drawing:
    """One head that asks about both names, two that ask about one each."""
    card = Canvas(440, 472)
    card.text(70, 18, "one head", bold=True)
    card.text(300, 18, "two heads", bold=True)
    card.arrow((150, 10), (150, 460), colour="rule", head=False)
    for x, asked in ((70, ASKED), (226, ASKED[:1]), (370, ASKED[1:])):
        column(card, x, asked)
    swap = f"{' and '.join(ASKED)} swap their balls"
    card.note(220, 346, swap)
    both, (one, two) = head(ASKED), (head((name,)) for name in ASKED)
    said = [
        ", ".join(
            f"{colour} {share:.2f}"
            for colour, share in zip(
                COLOURS, seen.colours.tolist(), strict=True
            )
        )
        for seen in (both, one, two)
    ]
    rows = ", ".join(f"{name} has {ball}" for name, ball in BALLS)
    return finish(
        card,
        f"""Three rows: {rows}. One head asks about {" and ".join(ASKED)} at
        once and reads {said[0]}. Of two heads one asks about {ASKED[0]} and
        reads {said[1]}, the other asks about {ASKED[1]} and reads {said[2]}.
        Below, the colours of {" and ".join(ASKED)} are swapped: the one head
        reads the same as before, the two heads read the swapped colours.""",
        f"""A head that asks about both names equally gets the same halves when
        {ASKED[0]} and {ASKED[1]} swap their balls. Two heads keep the answers
        apart.""",
    )


def column(card: Canvas, x: Number, asked: tuple[str, ...]) -> None:
    """One head: its query, the rows with their weights, what it reads."""
    seen, after = head(asked), head(asked, swapped())
    label = " ".join(f"{name}?" for name in asked)
    asks = card.token(x - 3, 54, label, "query", tint=0.14, h=30)
    look: Look = {"corner": 4}
    for s, (name, ball) in enumerate(BALLS):
        y, share = 120 + 32 * s, seen.weights[s].item()
        card.box(x - 46, y, 36, 28, name, "key", **look)
        tint = 0.06 + 0.34 * share
        card.box(x - 5, y, 42, 28, f"{share:.2f}", "weight", tint=tint)
        card.box(x + 43, y, 50, 28, ball, "value", **look)
    card.arrow(asks, (x - 3, 104), colour="query", width=2.4)
    card.arrow((x - 3, 201), (x - 3, 230), colour="value", width=2.4)
    read(card, x - 3, 232, seen)
    read(card, x - 3, 366, after)


def read(card: Canvas, x: Number, top: Number, seen: Read) -> None:
    """What a head reads of each colour."""
    shares = zip(COLOURS, seen.colours.tolist(), strict=True)
    for k, (colour, share) in enumerate(shares):
        look: Look = {"tint": 0.06 + 0.34 * share, "corner": 4}
        label, y = f"{colour} {share:.2f}", top + 30 * k + 15
        card.box(x, y, 100, 30, label, "value", **look)
