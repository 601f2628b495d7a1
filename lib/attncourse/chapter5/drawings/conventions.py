"""The drawing of two conventions: words as rows, words as columns."""

from attncourse.drawing import layout
from attncourse.drawing.drawing import Drawing, finish

SIZES = {"T": 3, "D": 4, "K": 2, "V": 4}
ROWS = (
    ("*Q* = *X**W*_q", ("TD encoder lit", "DK query", "TK query lit")),
    (
        "*A* = softmax(*Q**K*^{\u22a4})\nin each row",
        ("TK query lit", "KT key", "TT weight lit"),
    ),
    ("*O* = *A**V*", ("TT weight lit", "TV value", "TV value lit")),
)
"""Words as rows. In each step two matrices make a third: its formula, then of
each matrix the sides, the colour, and if the first word is lit.
"""
COLUMNS = (
    ("*Q* = *W*_q*X*", ("KD query", "DT encoder lit", "KT query lit")),
    (
        "*A* = softmax(*K*^{\u22a4}*Q*)\nin each column",
        ("TK key", "KT query lit", "TT weight lit"),
    ),
    ("*O* = *V**A*", ("VT value", "TT weight lit", "VT value lit")),
)
"""The same with words as columns: all is turned, the factors change places."""


def rows_and_columns() -> Drawing:
    """The same computation in both conventions."""
    titles = [title("words are rows"), title("words are columns")]
    steps = [
        [made(rows, "row"), made(columns, "column")]
        for rows, columns in zip(ROWS, COLUMNS, strict=True)
    ]
    between = layout.space(2 * layout.NEAR).named("between")
    lines = [[*one, between, *other] for one, other in (titles, *steps)]
    card, at = layout.lay(layout.table(lines, across=layout.NEAR, down=24))
    x, edge = at["between"].x, layout.MARGIN
    card.arrow((x, edge), (x, card.height - edge), colour="rule", head=False)
    return finish(
        card,
        """Two columns of three steps. On the left words are rows: X, T x D,
        times W_q, D x K, is Q, T x K; the softmax of each row of Q K transposed
        makes A, T x T; A times V, T x V, is the output O, T x V. On the right
        words are columns: W_q, K x D, times X, D x T, is Q, K x T; the softmax
        of each column of K transposed Q makes A, T x T; V, V x T, times A is O,
        V x T. The first word is lit: a row on the left, a column on the
        right.""",
        """Words as rows, as in this course, or as columns: the same numbers,
        transposed. The factors change places, and the softmax runs along each
        row or down each column. (The root of K is left out.)""",
    )


def title(label: str) -> list[layout.Thing]:
    """The name of a convention, over the middle matrix of its steps."""
    name = layout.space().over(label, colour="ink", bold=True)
    blank = [layout.space()] * 2
    return [*blank, name, *blank]


def made(step: tuple[str, tuple[str, ...]], lit: str) -> list[layout.Thing]:
    """Two matrices and what they make, with the `lit` one of the first word."""
    formula, things = step
    one, other, last = (sized(thing, lit) for thing in things)
    other = other.over(formula, colour="ink")
    return [one, layout.sign("\u00d7"), other, layout.step(), last]


def sized(thing: str, lit: str) -> layout.Thing:
    """A matrix with its sides under it."""
    letters, colour, *first = thing.split()
    rows, columns = letters[0], letters[1]
    sides = SIZES[rows], SIZES[columns]
    found = layout.matrix(sides, colour, **{lit: 0} if first else {})
    return found.under(f"/{rows}/ \u00d7 /{columns}/", colour="ink")
