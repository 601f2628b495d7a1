"""The drawing of what two matrices are for: to look here, to read there."""

from typing import NamedTuple

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Point

NAMES = ("Ben", "Ann", "Eve")
COLOURS = ("red", "green", "blue")
MEMORY = (("Ben", "blue"), ("Ann", "red"), ("Eve", "green"))
"""What each row of the memory holds, as two vectors of one 1 side by side."""
ASKED = "Ann"
STRENGTH = 8.0
"""The query is so long, so that its weights are far apart."""


class Found(NamedTuple):
    """The keys and values of the memory, the weights, and what is read."""

    keys: Tensor
    values: Tensor
    weights: Tensor
    read: Tensor


def found(one: bool) -> Found:
    """With a matrix that adds name and colour, for keys and values; else with
    one matrix that takes the name and one that takes the colour.
    """
    unit = torch.eye(len(NAMES), dtype=torch.float64)
    memory = torch.stack(
        [
            torch.cat([unit[NAMES.index(name)], unit[COLOURS.index(colour)]])
            for name, colour in MEMORY
        ]
    )
    none = torch.zeros_like(unit)
    W_k = torch.cat([unit, unit if one else none], 1)
    W_v = W_k if one else torch.cat([none, unit], 1)
    keys, values = (
        torch.stack([spec.times(W, h) for h in memory]) for W in (W_k, W_v)
    )
    query = STRENGTH * unit[NAMES.index(ASKED)]
    weights = spec.weights(query[None], keys)[0]
    return Found(keys, values, weights, spec.read(weights, values))


def asked() -> Drawing:
    """The task: a name asks, and the colour beside it is wanted."""
    card = Canvas(440, 150)
    wanted = dict(MEMORY)[ASKED]
    asks = card.token(60, 90, f"{ASKED}?", "query", tint=0.14, h=28)
    answer = card.token(384, 90, wanted, "value", tint=0.4, h=28)
    heads = ("a query", "keys", "values", "wanted")
    for x, head in zip((60, 190, 242, 384), heads, strict=True):
        card.text(x, 24, head, colour="muted")
    rows = remembered(card, 190, 58)
    for (name, _), (start, end) in zip(MEMORY, rows, strict=True):
        card.arrow(asks, start, colour="query", width=1.6)
        if name == ASKED:
            card.arrow(end, answer, colour="value", width=2.4)
    told = ", ".join(f"{name} {colour}" for name, colour in MEMORY)
    return finish(
        card,
        f"""A query asks a memory of three rows, {told}, for {ASKED}. What is
        wanted is the colour, {wanted}.""",
        """The query is compared with the keys, the names. What comes back is a
        value, a colour.""",
    )


def look_up() -> Drawing:
    """A memory read with one matrix, and with two."""
    card = Canvas(440, 490)
    mixed, apart = found(one=True), found(one=False)
    both = [
        f"{one}, {other}" for one, other in zip(NAMES, COLOURS, strict=True)
    ]
    panel(card, 0, "one matrix", ("*W*_k", "*W*_k"), mixed, both)
    names = ("*W*_k", "*W*_v")
    panel(card, 246, "two matrices", names, apart, list(COLOURS))
    rows = ", ".join(f"{name} {colour}" for name, colour in MEMORY)
    one, two = (
        ", ".join(f"{number:.2f}" for number in seen.read.tolist())
        for seen in (mixed, apart)
    )
    return finish(
        card,
        f"""A memory of three rows, {rows}, is asked for {ASKED}. With one
        matrix for keys and values a name and a colour share each number; what
        is read is {one}, most of it {ASKED} or green. With two matrices the
        keys hold the names and the values the colours; what is read is {two}
        of red, green, blue.""",
        f"""With one matrix the same number stands for {ASKED} and for green,
        so the query also attends to Eve, dressed in green, and the answer is
        wrong. With two matrices it is red. (Made-up numbers.)""",
    )


def remembered(card: Canvas, x: Number, y: Number) -> list[tuple[Point, Point]]:
    """The rows of the memory below each other; where each starts and ends."""
    rows = []
    for s, (name, colour) in enumerate(MEMORY):
        at = y + 32 * s
        one = card.token(x, at, name, "encoder", w=46, h=28, tint=0.14)
        two = card.token(x + 52, at, colour, "encoder", w=58, h=28, tint=0.14)
        rows.append((one.left, two.right))
    return rows


def panel(
    card: Canvas,
    top: Number,
    title: str,
    matrices: tuple[str, str],
    seen: Found,
    labels: list[str],
) -> None:
    """The memory, its keys, the weights, its values, and what is read."""
    card.text(10, top + 20, title, anchor="start", bold=True)
    asks = card.token(196, top + 20, f"{ASKED}?", "query", tint=0.14, h=28)
    card.arrow(asks, (196, top + 54), colour="query", width=2.4)
    one, other = (f"*h*{matrix}" for matrix in matrices)
    heads = ("memory *h*", f"keys {one}", "weights", f"values {other}")
    for x, head in zip((66, 196, 290, 386), heads, strict=True):
        card.text(x, top + 66, head, colour="muted")
    for s, (_, end) in enumerate(remembered(card, 40, top + 96)):
        y, weight = top + 96 + 32 * s, seen.weights[s].item()
        row: Look = {"across": True, "cell": (22, 28)}
        key = card.state(196, y, seen.keys[s].tolist(), "key", **row)
        look: Look = {"tint": 0.06 + 0.34 * weight}
        share = card.box(290, y, 48, 28, f"{weight:.2f}", "weight", **look)
        card.arrow(end, key)
        card.arrow(key, share, colour="key", width=2.4)
        card.text(334, y, "\u00d7", size=18)
        card.state(386, y, seen.values[s].tolist(), "value", **row)
    turns = [(386, top + 188), (248, top + 188)]
    start, end = (386, top + 174), (248, top + 204)
    card.arrow(start, end, via=turns, colour="value", width=2.4)
    for j, (label, number) in enumerate(
        zip(labels, seen.read.tolist(), strict=True)
    ):
        x, said = 122 + 126 * j, f"{label} {number:.2f}"
        look = {"tint": 0.06 + 0.34 * min(number, 1), "corner": 4}
        card.box(x, top + 219, 126, 28, said, "value", **look)
    card.text(52, top + 219, "read", anchor="end", colour="muted")
