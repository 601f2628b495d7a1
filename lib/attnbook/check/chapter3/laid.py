"""Ways to lay places over an image, by the place that each pixel shows."""

from collections.abc import Iterator

import torch
from torch import Tensor

NONE = -1  # a pixel that shows no place
NUMBERED = "Place i J + j stands in row i, column j."
STRETCH = (
    "Stretch each place (repeat_interleave); repeat sets copies of the grid "
    "side by side."
)


def due(rows: int, columns: int, side: int) -> Tensor:
    """The right place of each pixel, "Y X"."""
    y, x = torch.meshgrid(*[torch.arange(side)] * 2, indexing="ij")
    return y * rows // side * columns + x * columns // side


def told(place: int, columns: int, of: str = "") -> str:
    i, j = divmod(place, columns)
    return f"place {place} (row {i}, column {j}{of})"


def known(shown: Tensor, rows: int, columns: int, side: int) -> str | None:
    """What makes a map that shows these places."""
    right = due(rows, columns, side)
    for ways in (_mixed_up, _repeated, _outside):
        for says, places in ways(rows, columns, side):
            inside = places != NONE
            if torch.equal(shown[inside], places[inside]):
                return says
    return _shifted(shown, right, rows, columns) or _missing(
        shown, right, columns
    )


def _lines(
    rows: int, columns: int, side: int
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Pixels y and x; row i and column j of the place that covers them."""
    y, x = torch.meshgrid(*[torch.arange(side)] * 2, indexing="ij")
    return y, x, y * rows // side, x * columns // side


def _mixed_up(
    rows: int, columns: int, side: int
) -> Iterator[tuple[str, Tensor]]:
    """Each place covers pixels, but those of another one."""
    y, x, i, j = _lines(rows, columns, side)
    tall, wide = y * columns // side, x * rows // side
    yield (
        "your maps are transposed: what belongs at row y, column x stands at "
        "row x, column y. y counts rows i, x counts columns j.",
        wide * columns + tall,
    )
    yield (
        "you number the places column by column. They are numbered row by "
        f"row. {NUMBERED}",
        j * rows + i,
    )
    yield (
        "rows and columns of the grid are exchanged: it has I rows of J "
        "places. Is it a reshape to (J, I)?",
        tall * rows + wide,
    )
    down, across = rows - 1 - i, columns - 1 - j
    yield "your maps are upside down.", down * columns + j
    yield "left and right are exchanged.", i * columns + across
    yield (
        "your maps are turned by half: the first place belongs at the upper "
        "left.",
        down * columns + across,
    )
    yield (
        f"row i is taken to begin at place i I. A row has J places. {NUMBERED}",
        i * rows + j,
    )
    yield (
        "each pixel shows the place before the right one: the first place "
        "has the number 0.",
        (i * columns + j - 1) % (rows * columns),
    )


def _repeated(
    rows: int, columns: int, side: int
) -> Iterator[tuple[str, Tensor]]:
    """Copies of the grid, or of a weight, in the wrong order."""
    y, x, i, j = _lines(rows, columns, side)
    yield (
        f"the whole grid comes again and again, down and across. {STRETCH}",
        y % rows * columns + x % columns,
    )
    yield (
        f"the columns of the grid come again and again. {STRETCH}",
        i * columns + x % columns,
    )
    yield (
        f"the rows of the grid come again and again. {STRETCH}",
        y % rows * columns + j,
    )
    yield (
        "each weight is stretched along one row of pixels after the other: "
        "make the grid first, then stretch both its axes.",
        (y * side + x) * rows * columns // side**2,
    )


def _outside(
    rows: int, columns: int, side: int
) -> Iterator[tuple[str, Tensor]]:
    """Places laid outside of the image: what other pixels show is open."""
    y, x, i, j = _lines(rows, columns, side)
    high, wide = side // rows, side // columns

    def at(i: Tensor, j: Tensor) -> Tensor:
        return torch.where((i < rows) & (j < columns), i * columns + j, NONE)

    yield (
        "x and y are exchanged: row i says how far down a place is, so it "
        "gives y. Column j gives x.",
        at(x // wide, y // high),
    )
    yield (
        "side / I is the height of a place, and you take it for its width, "
        "too. The width is side / J.",
        at(y // high, x // high),
    )
    yield (
        "side / J is the width of a place, and you take it for its height, "
        "too. The height is side / I.",
        at(y // wide, x // wide),
    )
    yield (
        "row and column of a place come by // J and % J: a row has J places, "
        "not I.",
        torch.where(j < rows, i * rows + j, NONE),
    )
    after = i * columns + j + 1
    yield (
        "each pixel shows the place after the right one: the first place has "
        "the number 0.",
        torch.where(after < rows * columns, after, NONE),
    )


def _shifted(
    shown: Tensor, right: Tensor, rows: int, columns: int
) -> str | None:
    """Is the map right, but some pixels further down and to the right, or up
    and to the left?
    """
    side = len(right)
    for down in range(side // rows + 1):
        for across in range(side // columns + 1):
            low = slice(down, side), slice(across, side)
            high = slice(side - down), slice(side - across)
            for this, other, ways in (
                (low, high, ("down", "right")),
                (high, low, ("up", "left")),
            ):
                if down + across and torch.equal(shown[this], right[other]):
                    return (
                        f"each place is laid {down} pixels too far {ways[0]} "
                        f"and {across} too far to the {ways[1]}: row i begins "
                        "at y = i side / I, column j at x = j side / J."
                    )
    return None


def _missing(shown: Tensor, right: Tensor, columns: int) -> str | None:
    """Are some places nowhere, and all others where they belong?"""
    left = sorted({*right.flatten().tolist()} - {*shown.flatten().tolist()})
    kept = ~torch.isin(right, right.new_tensor(left))
    if not left or not torch.equal(shown[kept], right[kept]):
        return None
    first = told(left[0], columns, " of the grid")
    return f"{first} is nowhere on your map: do your loops go over all places?"
