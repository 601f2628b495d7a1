"""The drawing of a step as a rotation: one matrix moves every position."""

import math

import torch
from torch import Tensor

from attncourse.chapter6.drawings.clocks import (
    BASE,
    COLOUR,
    HANDS,
    on_circle,
    slice_of,
    turn,
    written,
)
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.spec import positions

PAIR, K = 1, 3
"""The pair of the clocks that is drawn, and how many steps are taken."""
STARTS = {2: COLOUR, 13: "series3"}
"""The positions from which they are taken."""
CELL = (48, 30)


def place(t: int) -> Tensor:
    """(sin, cos) of the pair at position t."""
    row = positions.sinusoidal(t, 2 * len(HANDS), BASE)
    return row[2 * PAIR : 2 * PAIR + 2]


def matrix(k: int = K) -> Tensor:
    """R_k: what takes the pair at any position, a row, to the pair k steps
    later.
    """
    angle = k * turn(PAIR)
    sin, cos = math.sin(angle), math.cos(angle)
    return torch.tensor([[cos, -sin], [sin, cos]], dtype=torch.float64)


def rotation() -> Drawing:
    """Two positions, each moved by the same number of steps."""
    card = Canvas(440, 318)
    circle(card, 106, 106, 74)
    formula(card, 318, 96)
    numbers(card, 276)
    angle = f"{math.degrees(K * turn(PAIR)):.0f}"
    moves = " and ".join(f"{t} to {t + K}" for t in STARTS)
    rows = "; ".join(", ".join(written(row)) for row in matrix().tolist())
    return finish(
        card,
        f"""One pair of features as hands on a circle. From the positions
        {moves}, {K} steps turn the hand by the same {angle} degrees. Beside it
        the matrix R_k with the rows cos(k omega_i), -sin(k omega_i) and sin(k
        omega_i), cos(k omega_i). Below, with k = {K}, the rows of both
        positions times its numbers, {rows}, are the rows {K} steps later.""",
        f"""The same matrix moves every position by $k$. The steps from position
        {moves} are both one rotation by $k \\omega_i$, here {angle}\u00b0. So
        a linear layer can turn the vector of a position into that of the
        position $k$ steps away, without knowing where it is.""",
    )


def circle(card: Canvas, x: Number, y: Number, r: Number) -> None:
    """The hands before and after the steps, and what they sweep."""
    card.circle(x, y, r, colour="muted", tint=0)
    for t, colour in STARTS.items():
        slice_of(card, (x, y), r, t * turn(PAIR), (t + K) * turn(PAIR))
        for at in (t, t + K):
            pair = tuple(place(at).tolist())
            card.arrow(
                (x, y), on_circle((x, y), r - 4, pair), colour=colour, width=2.4
            )
            card.text(*on_circle((x, y), r + 20, pair), f"*p*_{{{at}}}")
        half = (t + K / 2) * turn(PAIR)
        mark = on_circle((x, y), 0.66 * r, (math.sin(half), math.cos(half)))
        card.text(*mark, f"{K}/\u03c9/_i")
    card.circle(x, y, 3, colour="muted", tint=1)


def formula(card: Canvas, x: Number, y: Number) -> None:
    """The matrix in letters."""
    sin, cos = "sin /k/\u03c9_i", "cos /k/\u03c9_i"
    rows = [[cos, f"\u2212{sin}"], [sin, cos]]
    box = card.matrix(x + 24, y, rows, "muted", cell=(80, 36))
    card.text(box.left[0] - 8, y, "*R*_k =", anchor="end")
    card.text(x, y + 58, "/k/ steps, at any position", colour="muted")


def numbers(card: Canvas, y: Number) -> None:
    """The matrix in numbers, and both positions before and after it."""
    rows = [written(row) for row in matrix().tolist()]
    R = card.matrix(218, y, rows, "muted", cell=CELL)
    card.text(R.x, y - 46, f"*R*_{K}")
    card.text(154, y, "\u00d7", size=18)
    card.text(282, y, "=", size=18)
    for n, (t, colour) in enumerate(STARTS.items()):
        level = y + 38 * (n - 0.5)
        look: Look = {"cell": CELL, "across": True}
        for x, at, far in ((90, t, -1), (346, t + K, 1)):
            card.state(x, level, written(place(at).tolist()), colour, **look)
            card.text(x + far * 66, level, f"*p*_{{{at}}}")
