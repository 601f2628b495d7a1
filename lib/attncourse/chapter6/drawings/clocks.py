"""The drawing of positions as hands of clocks: each step turns each hand."""

import math
from collections.abc import Sequence

from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Command, Path, Point, cornered
from attncourse.spec import positions

WORDS = ("I", "eat", "apple", "and", "bread")
HANDS = ("fast", "middle", "slow")
BASE = 64.0
"""Less than the usual 10,000, so that the slow hand can be seen to move."""
LIT = 3
"""The position whose numbers are written out."""
COLOUR = "series2"
"""Of all that says where a word stands: none of the roles has it."""
FACE, LEFT, APART = 25, 130, 67
"""Radius of a face, the middle of the first column, and to the next."""


def hands(t: int) -> list[tuple[Number, Number]]:
    """(sin, cos) of each pair at position t, the fastest pair first."""
    row = positions.sinusoidal(t, 2 * len(HANDS), BASE).tolist()
    return list(zip(row[::2], row[1::2], strict=True))


def turn(i: int) -> Number:
    """By how much pair i turns at each step, in radians."""
    return positions.frequency(i, 2 * len(HANDS), BASE)


def written(row: Sequence[Number], places: int = 2) -> list[str]:
    """Numbers with so many decimals and the minus sign of print."""
    rounded = [round(number, places) + 0.0 for number in row]
    return [f"{n:.{places}f}".replace("-", "\u2212") for n in rounded]


def on_circle(middle: Point, r: Number, pair: tuple[Number, Number]) -> Point:
    """Where the hand of a pair ends: its sine to the right, its cosine up."""
    return middle[0] + r * pair[0], middle[1] - r * pair[1]


def slice_of(
    card: Canvas, middle: Point, r: Number, start: Number, stop: Number
) -> None:
    """What a hand sweeps between two angles, from the top, in radians."""
    parts = 24
    angles = [start + (stop - start) * k / parts for k in range(parts + 1)]
    rim = [on_circle(middle, r, (math.sin(a), math.cos(a))) for a in angles]
    lines: list[Command] = [("L", (point,)) for point in rim]
    way = (("M", (middle,)), *lines, ("Z", ()))
    card.marks.append(Path(way, COLOUR, 0.3))


def face(card: Canvas, middle: Point, i: int, t: int) -> None:
    """The clock of pair i at position t, with its last step."""
    x, y = middle
    card.circle(x, y, FACE, colour="muted", tint=0)
    if t:
        slice_of(card, middle, FACE, (t - 1) * turn(i), t * turn(i))
    mark = cornered([(x, y - FACE), (x, y - FACE + 5)])
    card.marks.append(Path(mark, stroke="muted"))
    end = on_circle(middle, FACE - 3, hands(t)[i])
    card.arrow(middle, end, colour=COLOUR, width=2.4)
    card.circle(x, y, 2.4, colour=COLOUR, tint=1)


def clocks() -> Drawing:
    """Five words, under each three hands."""
    card = Canvas(440, 304)
    at = [LEFT + APART * t for t in range(len(WORDS))]
    look: Look = {"tint": 0.1, "outline": False, "corner": 10}
    card.box(at[LIT], 136, 62, 262, "", COLOUR, **look)
    for t, (word, x) in enumerate(zip(WORDS, at, strict=True)):
        card.text(x, 25, word)
        card.text(x, 49, f"/t/ = {t}", colour="muted")
        for i in range(len(HANDS)):
            face(card, (x, 92 + 64 * i), i, t)
        card.text(x, 256, f"*p*_{t}")
    for i, name in enumerate(HANDS):
        card.text(8, 83 + 64 * i, name, anchor="start", bold=True)
        said = f"{math.degrees(turn(i)):.0f}\u00b0 a step"
        card.text(8, 103 + 64 * i, said, anchor="start", colour="muted")
    found = ", ".join(written([n for pair in hands(LIT) for n in pair]))
    card.text(220, 287, f"*p*_{LIT} = ({found})")
    steps = ", ".join(f"{math.degrees(turn(i)):.0f}" for i in range(len(HANDS)))
    return finish(
        card,
        f"""The words {" ".join(WORDS)} at the positions 0 to {len(WORDS) - 1},
        and under each of them three clocks: a fast, a middle and a slow hand.
        At position 0 all hands point up. Each step turns them clockwise, by
        {steps} degrees; the last step is shaded in each clock. Lit is position
        {LIT}, the word {WORDS[LIT]}, with the coordinates of its three hands:
        ({found}).""",
        f"""At each step each hand turns by its own fixed angle, whatever the
        word; its coordinates are a sine and a cosine. (Base {BASE:g}, so that
        the slow hand moves.)""",
    )
