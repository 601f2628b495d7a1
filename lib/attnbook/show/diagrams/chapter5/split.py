"""The drawing of how rows are cut into heads."""

from attnbook.show.diagrams.canvas import Canvas
from attnbook.show.diagrams.drawing import Drawing, finish

T, D, H = 3, 4, 2
CELL = (27, 27)


def words() -> list[list[str]]:
    """T words with D numbers each, which have names instead of values."""
    return [[f"{t + 1}{'abcd'[d]}" for d in range(D)] for t in range(T)]


def heads() -> list[list[list[str]]]:
    """The numbers of each head: of all words the ones in its columns."""
    K = D // H
    return [[row[h * K : h * K + K] for row in words()] for h in range(H)]


def split() -> Drawing:
    """A matrix, cut by its columns, and the pieces one below the other."""
    card = Canvas(440, 254)
    middle = 122
    card.matrix(58, middle, words(), "query", cell=CELL)
    for h, part in enumerate(heads()):
        card.matrix(180 + 62 * h, middle, part, "query", cell=CELL)
        card.matrix(382, 70 + 104 * h, part, "query", cell=CELL)
        card.text(382, 18 + 104 * h, f"head {h + 1}", colour="muted")
    for start, end, step in ((115, 150, "cut"), (272, 352, "transpose")):
        card.arrow((start, middle), (end, middle))
        card.text((start + end) / 2, middle - 16, step)
    for x, size in (
        (58, "/T/ \u00d7 /D/"),
        (211, "/T/ \u00d7 /H/ \u00d7 /D/ \u2215 /H/"),
        (378, "/H/ \u00d7 /T/ \u00d7 /D/ \u2215 /H/"),
    ):
        card.text(x, 240, size, colour="muted")
    rows = "; ".join(" ".join(row) for row in words())
    parts = " and ".join(
        ", ".join(" ".join(row) for row in part) for part in heads()
    )
    return finish(
        card,
        f"""A matrix of {T} words with {D} numbers each, {rows}. It is cut into
        {H} pieces of {D // H} columns, and each piece becomes the matrix of one
        head: {parts}.""",
        f"""From {T} words to {H} heads: every row is cut into {H} pieces, then
        heads and words change places. A number is named by its word and its
        column.""",
    )
