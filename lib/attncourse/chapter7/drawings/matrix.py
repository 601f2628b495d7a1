"""The drawing of scores stored whole, and of a kernel that goes over blocks."""

import math

import torch

from attncourse.drawing.canvas import DASH, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.grid import grid
from attncourse.drawing.letters import Number

T, S, V, WIDE, NOW = 6, 8, 3, 2, 2
"""Queries, keys, the width of a value, keys of a block, the block at work."""
UNIT, MIDDLE = 16, 98
"""Pixels of a cell, and the middle of the squares."""
SCORES, VALUES = [1.0, 3, 2, 4, 0, 3], [6.0, 2, 4, 8, 0, 2]
"""Those of one query, made up; a value has one feature."""
KEPT = {"maximum": "muted", "sum": "muted", "output": "value"}


def online() -> list[tuple[Number, Number, Number]]:
    """Running maximum, sum and output after each block. Milakov and Gimelshein
    2018, algorithm 3; the output as in Rabe and Staats 2021, section 2.
    """
    found = [(-math.inf, 0.0, 0.0)]
    scores, values = (torch.tensor(n).split(WIDE) for n in (SCORES, VALUES))
    for e, v in zip(scores, values, strict=True):
        before, total, output = found[-1]
        top = max(before, e.max().item())
        old, powers = total * math.exp(before - top), (e - top).exp()
        total = old + powers.sum().item()
        output = (old * output + (powers @ v).item()) / total
        found.append((top, total, output))
    return found[1:]


def matrix() -> Drawing:
    """The square of scores, the blocks, and one query worked out."""
    card = Canvas(440, 388)
    squares(card)
    table(card)
    steps = "; ".join(", ".join(f"{n:.2f}" for n in row) for row in online())
    return finish(
        card,
        f"""On the left the whole matrix of scores, T x S, is stored. On the
        right a fused kernel holds one block of {WIDE} keys; for each query it
        keeps a maximum, a sum, and an output of width V. Below, one query:
        maximum, sum and output after each block of keys are {steps}.""",
        f"""The scores need not be stored. The kernel keeps for each query a
        maximum, a sum of powers $e^{{\\text{{score}} - \\text{{maximum}}}}$,
        and the weighted mean of the values so far. The last output,
        {online()[-1][-1]:.2f}, is that of the softmax over all keys.""",
    )


def squares(card: Canvas) -> None:
    """All scores at once; one block of them, and what is kept."""
    left, x, w, h = 82, 236, S * UNIT, T * UNIT
    card.box(x, MIDDLE, w, h, "", "muted", tint=0, corner=2, dash=DASH)
    now = x + UNIT * (WIDE * (NOW + 0.5) - S / 2)
    for at, keys in ((left, S), (now, WIDE)):
        card.box(at, MIDDLE, keys * UNIT, h, "", "weight", tint=0.4, corner=2)
        grid(card, at, MIDDLE, (T, keys), "weight", unit=UNIT)
    card.arrow((x - w / 2, 40), (x + w / 2, 40), colour="muted")
    card.text(left, 18, "stored whole", bold=True)
    card.text(left, 164, "/T/ \u00d7 /S/ scores")
    card.text(x, 18, "fused, in blocks", bold=True)
    card.text(x, 164, f"/T/ \u00d7 {WIDE} at a time")
    for name, at, n in zip(KEPT, (334, 368, 414), (1, 1, V), strict=True):
        grid(card, at, MIDDLE, (T, n), KEPT[name], unit=UNIT)
        card.text(at, 40, name[:3])
    card.text(374, 164, "kept", bold=True)


def table(card: Canvas) -> None:
    """What one query keeps, after each of its blocks."""
    ys: list[Number] = [226, 258, 304, 336, 368]
    card.text(8, 196, "one query, block by block", anchor="start", bold=True)
    for y, name in zip(ys, ("scores", "values", *KEPT), strict=True):
        card.text(8, y, name, anchor="start")
    for k, found in enumerate(online()):
        x, part = 152 + 116 * k, slice(k * WIDE, (k + 1) * WIDE)
        card.arrow((x, 273), (x, 289))
        for y, row, role in ((226, SCORES, "weight"), (258, VALUES, "value")):
            cells = [[f"{n:g}" for n in row[part]]]
            card.matrix(x, y, cells, role, cell=(34, 26))
        for low, n, role in zip(ys[2:], found, KEPT.values(), strict=True):
            card.box(x, low, 56, 26, f"{n:.2f}", role, corner=3)
            if k:
                card.arrow((x - 88, low), (x - 28, low), colour="muted")
