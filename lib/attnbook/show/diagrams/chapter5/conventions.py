"""The drawing of two conventions: words as rows, words as columns."""

from attnbook.show.diagrams.canvas import Box, Canvas
from attnbook.show.diagrams.drawing import Drawing, finish
from attnbook.show.diagrams.grid import grid
from attnbook.show.diagrams.letters import Number

SIZES = {"T": 3, "D": 5, "K": 2, "V": 4}
ROWS = (
    ("*Q* = *XW*_q", ("TD encoder lit", "DK query", "TK query lit")),
    (
        "*A* = softmax(*QK*^{\u22a4})\nin each row",
        ("TK query lit", "KT key", "TT value lit"),
    ),
    ("*O* = *AV*", ("TT value lit", "TV value", "TV value lit")),
)
"""Words as rows. In each step two matrices make a third: its formula, then of
each matrix the sides, the colour, and if the first word is lit.
"""
COLUMNS = (
    ("*Q* = *W*_q*X*", ("KD query", "DT encoder lit", "KT query lit")),
    (
        "*A* = softmax(*K*^{\u22a4}*Q*)\nin each column",
        ("TK key", "KT query lit", "TT value lit"),
    ),
    ("*O* = *VA*", ("VT value", "TT value lit", "VT value lit")),
)
"""The same with words as columns: all is turned, the factors change places."""
MIDDLES = (104, 254, 388)
"""How far down the steps stand."""


def rows_and_columns() -> Drawing:
    """The same computation in both conventions."""
    card = Canvas(440, 452)
    card.arrow((220, 12), (220, 440), colour="rule", head=False)
    half(card, 110, ROWS, turned=False)
    half(card, 330, COLUMNS, turned=True)
    return finish(
        card,
        """Two columns of three steps. On the left words are rows: X, T x D,
        times W_q, D x K, is Q, T x K; the softmax of each row of Q K transposed
        makes A, T x T; A times V, T x V, is the output O, T x V. On the right
        words are columns: W_q, K x D, times X, D x T, is Q, K x T; the softmax
        of each column of K transposed Q makes A, T x T; V, V x T, times A is O,
        V x T. The first word is lit: a row on the left, a column on the
        right.""",
        """Words as rows, as in this course, or as columns, as in some
        lectures: the same numbers, turned. Every matrix is transposed, factors
        change places, and the softmax runs over rows or over columns.
        (The root of K is left out.)""",
    )


def half(
    card: Canvas,
    x: Number,
    steps: tuple[tuple[str, tuple[str, ...]], ...],
    turned: bool,
) -> None:
    """The steps of one convention around the middle x."""
    title = "words are columns" if turned else "words are rows"
    card.text(x, 18, title, bold=True)
    for y, (formula, things) in zip(MIDDLES, steps, strict=True):
        lines = formula.count("\n")
        card.text(x, y - 52 - 9 * lines, formula)
        places = zip((x - 70, x, x + 76), things, strict=True)
        one, other, made = (
            matrix(card, at, y, thing, turned) for at, thing in places
        )
        card.text((one.right[0] + other.left[0]) / 2, y, "\u00d7", size=18)
        card.arrow((other.right[0] + 5, y), (made.left[0] - 3, y))


def matrix(card: Canvas, x: Number, y: Number, thing: str, turned: bool) -> Box:
    """A matrix and its sides; if it is lit, its first row, or its first column
    if turned.
    """
    sides, colour, *lit = thing.split()
    rows, columns = sides[0], sides[1]
    card.text(x, y + 46, f"/{rows}/ \u00d7 /{columns}/")
    return grid(
        card,
        x,
        y,
        (SIZES[rows], SIZES[columns]),
        colour,
        row=0 if lit and not turned else None,
        column=0 if lit and turned else None,
    )
