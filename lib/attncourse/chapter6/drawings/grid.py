"""The drawing of a grid in rows: a distance in the row is none in the grid."""

from attncourse.chapter6.drawings.clocks import COLOUR, written
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Point

PLACES, WIDE, WIDER = 12, 4, 6
"""How many positions there are, and the columns of two grids of them."""
ASKS, ANSWERS = 7, 1
"""The position of a query, and in the tables that of its key."""
CELL = 32


def steps(t: int, s: int, J: int) -> tuple[int, int]:
    """How many rows down and columns to the right of position t s lies."""
    return s // J - t // J, s % J - t % J


def minus(number: int) -> str:
    """A whole number with the minus sign of print."""
    return written([number], 0)[0]


def grid() -> Drawing:
    """The position above in two grids, and two tables for one of them."""
    card = Canvas(440, 350)
    for x, J in ((84, WIDE), (314, WIDER)):
        above(card, x, J)
    tables(card, 140, 282)
    down, right = steps(ASKS, ANSWERS, WIDE)
    other = steps(ASKS, ASKS - WIDE, WIDER)
    return finish(
        card,
        f"""{PLACES} positions, numbered row by row from 0. In a grid of {WIDE}
        columns position {ASKS - WIDE} lies above position {ASKS}, at the
        distance {-WIDE}; in a grid of {WIDER} columns position {ASKS - WIDER}
        does, at the distance {-WIDER}. Below, the grid of {WIDE} columns
        between two tables: a vector d for each distance in rows, on its left,
        and a vector d' for each distance in columns, above it, both seen from
        position {ASKS}. For the key at position {ANSWERS}, d_{down} and
        d'_{right} are lit.""",
        f"""In a grid, the position above is one row
        back, so how far back it lies in the list depends on the width: the
        distance {minus(-WIDE)} means \u201cabove\u201d in {WIDE} columns, but
        \u201c{-other[0]} up and {other[1]} to the right\u201d in {WIDER}. Two
        tables, one for rows and one for columns, mean the same in every grid
        (Bello et al. 2019).""",
    )


def numbered(card: Canvas, x: Number, y: Number, J: int, key: int) -> None:
    """The positions row by row, J in each; a query and a key are lit."""
    left, top = x - CELL * J / 2, y - CELL * (PLACES // J) / 2
    for place in range(PLACES):
        colour = {ASKS: "query", key: "key"}.get(place, "muted")
        look: Look = {"corner": 3, "tint": 0.05 if colour == "muted" else 0.4}
        across = left + CELL * (place % J + 0.5)
        down = top + CELL * (place // J + 0.5)
        card.box(across, down, CELL, CELL, str(place), colour, **look)


def above(card: Canvas, x: Number, J: int) -> None:
    """A grid of J columns, with the position above the query."""
    card.text(x, 18, f"*{J} columns*")
    numbered(card, x, 84, J, ASKS - J)
    card.text(x, 150, f"above {ASKS}: {J} back", colour="muted")


def tables(card: Canvas, x: Number, y: Number) -> None:
    """A grid between its two tables, and what one key gets of them."""
    rows = PLACES // WIDE
    numbered(card, x, y, WIDE, ANSWERS)
    left, top = x - CELL * WIDE / 2, y - CELL * rows / 2
    down, right = steps(ASKS, ANSWERS, WIDE)
    for i in range(rows):
        d = steps(ASKS, i * WIDE, WIDE)[0]
        at = left - 28, top + CELL * (i + 0.5)
        vector(card, at, f"*d*_{{{d}}}", COLOUR, d == down)
    for j in range(WIDE):
        d = steps(ASKS, j, WIDE)[1]
        at = left + CELL * (j + 0.5), top - 26
        vector(card, at, f"*d*\u2032_{{{d}}}", "series4", d == right)
    said = (
        "*two tables*",
        f"key {ANSWERS}, seen from {ASKS}:",
        f"*d*_{{{down}}}: {-down} row up",
        f"*d*\u2032_{{{right}}}: {-right} columns left",
    )
    card.text(324, y, "\n".join(said))


def vector(card: Canvas, at: Point, name: str, colour: str, lit: bool) -> None:
    """One entry of a table."""
    card.box(*at, CELL, CELL, name, colour, tint=0.4 if lit else 0.1, corner=3)
