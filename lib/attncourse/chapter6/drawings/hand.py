"""The drawing of positions by hand: a pair that turns a quarter each step."""

import math

import torch
from torch import Tensor

from attncourse import spec
from attncourse.chapter6.drawings.clocks import COLOUR, on_circle, written
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.spec import positions

T, LIT = 5, 2
"""Positions, and the distance whose diagonal is lit."""
BASE = (2 / math.pi) ** 2
"""With it the second of two pairs turns by a quarter of a circle a step."""
W, H = 33, 27
"""A cell, in pixels."""


def places() -> Tensor:
    """P: (sin, cos) of one pair that turns a quarter, row by row."""
    rows = [positions.sinusoidal(t, 4, BASE)[2:] for t in range(T)]
    return torch.stack(rows)


def products() -> Tensor:
    """The dot product of each position with each."""
    rows = places()
    return torch.stack(
        [torch.stack([spec.dot(p, q) for q in rows]) for p in rows]
    )


def by_hand() -> Drawing:
    """The circle, and the matrix of dot products."""
    card = Canvas(440, 268)
    rows = [written(row, 0) for row in places().tolist()]
    dots = [written(row, 0) for row in products().tolist()]
    circle(card, 84, 88, 44)
    multiplied(card, rows, dots)
    a, b = 1, 1 + LIT
    pairs = zip(rows[a], rows[b], strict=True)
    terms = " + ".join(f"{m} \u00b7 {signed(n)}" for m, n in pairs)
    steps = f"*p*_{a} \u00b7 *p*_{b}\n= {terms}\n= {dots[a][b]}"
    card.text(76, 214, f"/s/ \u2212 /t/ = {LIT}:\n{steps}")
    said = ", ".join(f"({', '.join(row)})" for row in rows)
    first = ", ".join(dots[0])
    return finish(
        card,
        f"""A hand that turns a quarter of a circle at each step stands at
        {said} for the positions 0 to {T - 1}: up, right, down, left, and up
        again. The matrix P of these rows times its transpose holds all dot
        products. Its first row is {first}, and along every diagonal the number
        stays the same. Lit is the diagonal of the distance {LIT}, which holds
        {dots[0][LIT]}.""",
        """The dot product of two positions depends on their distance
        $s - t$ alone: every diagonal holds one number.""",
    )


def signed(number: str) -> str:
    """A number as a factor: in brackets where it is negative."""
    return f"({number})" if number[0] == "\u2212" else number


def circle(card: Canvas, x: Number, y: Number, r: Number) -> None:
    """The four positions where the hand can stand, in their order."""
    card.circle(x, y, r, colour="muted", tint=0)
    names: dict[tuple[int, int], str] = {}
    for t, (sin, cos) in enumerate(places().tolist()):
        stop = round(sin), round(cos)
        names[stop] = f"{names[stop]}, *p*_{t}" if stop in names else f"*p*_{t}"
    for stop, name in names.items():
        end = on_circle((x, y), r - 4, stop)
        card.arrow((x, y), end, colour=COLOUR, width=2.4)
        card.text(*on_circle((x, y), r + 18, stop), name)
    card.circle(x, y, 3, colour=COLOUR, tint=1)


def multiplied(
    card: Canvas, rows: list[list[str]], dots: list[list[str]]
) -> None:
    """P on the left, its transpose above, the products where they meet."""
    x, y = 344, 180
    left, top = x - W * T / 2, y - H * T / 2
    turned = [list(entry) for entry in zip(*rows, strict=True)]
    card.matrix(left - W - 12, y, rows, COLOUR, cell=(W, H))
    card.matrix(x, top - H - 12, turned, COLOUR, cell=(W, H))
    card.matrix(x, y, dots, "muted", cell=(W, H), tints=[0.06] * T)
    for t in range(T - LIT):
        at = left + W * (t + LIT + 0.5), top + H * (t + 0.5)
        card.box(*at, W, H, "", COLOUR, tint=0.4, corner=3)
    for t in range(T):
        down = top + H * (t + 0.5)
        card.text(left - 2 * W - 20, down, f"*p*_{t}", anchor="end")
        card.text(left + W * (t + 0.5), top - 2 * H - 24, f"*p*_{t}")
    card.text(left - W - 12, top - H - 12, "*P**P*^{\u22a4}", size=18)
