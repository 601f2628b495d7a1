"""The drawing of low-rank adaptation: a frozen matrix and two thin ones."""

from attncourse.chapter7.drawings.block import plus
from attncourse.drawing import layout
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing

SIZES = {"F": 6, "D": 8, "r": 2}
"""Rows and columns of the matrix as it is drawn, and the rank."""
FROZEN, LEARNS, SCALE = "muted", "series2", "\u00d7 /\u03b1/ / /r/"


def counted() -> tuple[int, int]:
    """How many numbers of the drawing are frozen, and how many learn."""
    rows, columns, rank = SIZES.values()
    return rows * columns, rank * (rows + columns)


def low_rank() -> Drawing:
    """A matrix beside the product of two thin ones, and their sum."""
    learned = layout.row(
        matrix("B", "Fr", LEARNS).over(
            f"*W*_{{up}}\n{sides('Fr')}", colour="ink"
        ),
        layout.sign("\u00d7"),
        matrix("A", "rD", LEARNS).over(
            f"*W*_{{down}}\n{sides('rD')}", colour="ink"
        ),
    )
    W = matrix("W", "FD", FROZEN)
    whole = layout.row(W.over(f"*W*_0, frozen\n{sides('FD')}", colour="ink"))
    used = matrix("used", "FD", "series1")
    frozen, learn = counted()
    lines = [
        [whole.named("W"), learned.named("BA")],
        [total().named("+"), layout.box(SCALE).named("scale")],
        [
            used.under(f"in use\n{sides('FD')}", colour="ink"),
            layout.text(f"{frozen} numbers frozen,\n{learn} learn"),
        ],
    ]
    card, at = layout.lay(layout.table(lines, across=60, down=32))
    way = ("W", "+"), ("BA", "scale"), ("scale", "+"), ("+", "used")
    layout.arrows(card, at, *way)
    return finish(
        card,
        f"""A frozen matrix W_0, F x D, beside the product of two thin
        matrices that learn, W_up, F x r, times W_down, r x D. The product is
        multiplied by
        alpha / r and added to W_0, which gives the matrix in use, F x D. Drawn
        for {", ".join(f"{name} = {n}" for name, n in SIZES.items())}:
        {frozen} numbers are frozen, {learn} learn.""",
        f"""Only the two thin matrices learn, here {learn} numbers instead of
        {frozen}. In a real layer the sides are much larger than the rank $r$,
        and the share is smaller.""",
    )


def sides(letters: str) -> str:
    """The sides of a matrix, in letters."""
    return " \u00d7 ".join(f"/{letter}/" for letter in letters)


def matrix(name: str, letters: str, colour: str) -> Thing:
    """A matrix in proportion."""
    rows, columns = (SIZES[letter] for letter in letters)
    return layout.matrix((rows, columns), colour).named(name)


def total() -> Thing:
    """A sum."""
    return Thing(18, 9, 9, lambda card, x, y, _: plus(card, x, y, "ink"))
