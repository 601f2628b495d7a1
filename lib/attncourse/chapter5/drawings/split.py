"""The drawing of how rows are cut into heads."""

from attncourse.drawing import layout
from attncourse.drawing.drawing import Drawing, finish

T, D, H = 3, 4, 2


def words() -> list[list[str]]:
    """T words with D numbers each, which have names instead of values."""
    return [[f"{t + 1}{'abcd'[d]}" for d in range(D)] for t in range(T)]


def heads() -> list[list[list[str]]]:
    """The numbers of each head: of all words the ones in its columns."""
    K = D // H
    return [[row[h * K : h * K + K] for row in words()] for h in range(H)]


def split() -> Drawing:
    """A matrix, cut by its columns, and the pieces one below the other."""
    parts = [layout.cells(part, "query") for part in heads()]
    apart = [part.over(f"head {h + 1}") for h, part in enumerate(parts)]
    body = layout.row(
        layout.cells(words(), "query").under("/T/ \u00d7 /D/"),
        layout.step("cut"),
        layout.row(*parts).under("/T/ \u00d7 /H/ \u00d7 /D///H/"),
        layout.step("transpose"),
        layout.column(*apart).under("/H/ \u00d7 /T/ \u00d7 /D///H/"),
    )
    card, _ = layout.lay(body)
    rows = "; ".join(" ".join(row) for row in words())
    pieces = " and ".join(
        ", ".join(" ".join(row) for row in part) for part in heads()
    )
    return finish(
        card,
        f"""A matrix of {T} words with {D} numbers each, {rows}. It is cut into
        {H} pieces of {D // H} columns, and each piece becomes the matrix of one
        head: {pieces}.""",
        f"""Every row is cut into {H} pieces, then the axes of heads and words
        are swapped. Each number is named after its word and its column.""",
    )
