"""The drawing of two ways to count: bits, and sines."""

import math

from attncourse.chapter6.drawings.clocks import COLOUR
from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Command, Path, Point
from attncourse.spec import positions

BITS, ROWS = 4, 16
BASE = 16.0
"""With it each of four pairs is half as fast as the one before."""
H, TOP = 20, 80
"""The height of a row, and where the first one begins."""
BIT, WAVE = 34, 46
"""The width of a column of bits, and of a wave."""
LEFT, RIGHT = 60, 240
"""Where the bits begin, and the waves."""


def bits(t: int) -> list[str]:
    """A position as a binary number: the fastest bit stands last."""
    return list(f"{t:0{BITS}b}")


def sines(t: Number) -> list[Number]:
    """The sine of each pair: the fastest stands first."""
    turns = [positions.frequency(i, 2 * BITS, BASE) for i in range(BITS)]
    return [math.sin(t * omega) for omega in turns]


def binary() -> Drawing:
    """The positions 0 to 15 as bits, and as sines."""
    card = Canvas(440, TOP + H * ROWS + 12)
    card.text(LEFT + BIT * BITS / 2, 18, "bits", bold=True)
    card.text(RIGHT + WAVE * BITS / 2, 18, "sines", bold=True)
    card.text(44, 68, "/t/", anchor="end", colour="muted")
    sides(card)
    for t in range(ROWS):
        y = TOP + H * (t + 0.5)
        card.text(44, y, str(t), anchor="end", colour="muted")
        for j, bit in enumerate(bits(t)):
            look: Look = {"corner": 2, "tint": 0.4 if bit == "1" else 0.06}
            x = LEFT + BIT * (j + 0.5)
            card.box(x, y, BIT, H, bit, COLOUR, **look)
    for j in range(BITS):
        x = LEFT + BIT * (j + 0.5)
        card.text(x, 68, str(2 ** (BITS - 1 - j)), colour="muted")
        wave(card, RIGHT + WAVE * (j + 0.5), j)
    last = ROWS - 1
    said = "; ".join(
        ", ".join(f"{n:.2f}" for n in sines(t)) for t in (0, 1, last)
    )
    return finish(
        card,
        f"""The positions 0 to {last}, one row each. On the left {BITS} bits:
        the last one flips at every step, the one before it at every second
        step, and so on. On the right {BITS} sines as waves that run downwards:
        the first is the fastest, and each of the others has half the speed of
        its left neighbour. At the positions 0, 1 and {last} they are {said}. A
        dashed line between bits and sines has the fast columns on both of its
        sides.""",
        f"""Sines count as bits do, but mirrored: the fastest bit stands last,
        the fastest sine first. From the middle outwards, speed halves in each
        column. Bits jump, sines move smoothly, so near
        positions have similar rows. (Simplified: the cosines of the
        {2 * BITS} features are left out, and speeds halve from column to
        column.)""",
    )


def sides(card: Canvas) -> None:
    """Which end is fast: the inner one on both sides of the mirror."""
    mirror = (LEFT + BIT * BITS + RIGHT) / 2
    ends = (mirror, 8), (mirror, card.height - 8)
    card.arrow(*ends, colour="rule", head=False, dash=DASH)
    for slow, fast in (
        (LEFT + BIT / 2, LEFT + BIT * (BITS - 0.5)),
        (RIGHT + WAVE * (BITS - 0.5), RIGHT + WAVE / 2),
    ):
        way = math.copysign(20, fast - slow)
        card.text(slow, 43, "slow")
        card.text(fast, 43, "fast")
        card.arrow((slow + way, 44), (fast - way, 44), colour="muted")


def wave(card: Canvas, x: Number, i: int) -> None:
    """The sine of one pair, downwards, with a dot at each position."""
    card.text(x, 68, f"/\u03c9/_{i}", colour="muted")
    reach, fine = WAVE / 2 - 6, 4

    def at(t: Number) -> Point:
        return x + reach * sines(t)[i], TOP + H * (t + 0.5)

    for t in range(ROWS):
        tint = 0.03 + 0.37 * (1 + sines(t)[i]) / 2
        look: Look = {"corner": 2, "outline": False, "tint": tint}
        card.box(x, at(t)[1], WAVE - 3, H, "", COLOUR, **look)
    points = [at(k / fine) for k in range(fine * (ROWS - 1) + 1)]
    rest: list[Command] = [("L", (point,)) for point in points[1:]]
    card.marks.append(Path((("M", (points[0],)), *rest), stroke=COLOUR))
    for t in range(ROWS):
        card.circle(*at(t), 3, colour=COLOUR, tint=1)
