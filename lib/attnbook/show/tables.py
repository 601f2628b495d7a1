"""Tables of results: one set of rows, shown as HTML in a notebook and as aligned text in a terminal."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from numbers import Integral, Real
from typing import Any

from attnbook.show.texts import Marked

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """A finished table: its headings, every cell as text, and which columns hold numbers.

    The HTML has no colours and no widths of its own; `dataframe` is the class that notebooks and the site know.
    """

    headings: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    def __repr__(self) -> str:
        """Columns under each other."""
        lines = (self.headings, *self.cells)
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        texts = ["  ".join(map(_padded, line, widths, self.numeric)) for line in lines]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join(line.rstrip() for line in (texts[0], rule, *texts[1:]))

    def html(self) -> str:
        """A box that scrolls by itself, with the table in it; the first cell of each row is its heading."""
        count = len(self.headings)
        head = self._line(['th scope="col"'] * count, self.headings)
        tags = ['th scope="row"'] + ["td"] * (count - 1)
        lines = [f"<thead><tr>{head}</tr></thead>", "<tbody>"]
        lines += [f"<tr>{self._line(tags, texts)}</tr>" for texts in self.cells]
        box = '<div class="attnbook-table" style="overflow-x: auto">\n<table class="dataframe">'
        return "\n".join((box, *lines, "</tbody>", "</table>", "</div>"))

    def _line(self, tags: Sequence[str], texts: Sequence[str]) -> str:
        """The cells of one line; each says its side and its room, since front ends have defaults of their own."""
        cells = []
        for tag, text, number in zip(tags, texts, self.numeric, strict=True):
            style = f"padding: 0.3em 0.7em; text-align: {'right' if number else 'left'}"
            shown = text.html if isinstance(text, Marked) else escape(text)
            cells.append(f'<{tag} style="{style}">{shown}</{tag[:2]}>')
        return "".join(cells)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": repr(self)}


def table(rows: Sequence[Row], *, digits: int | Mapping[str, int] = 2) -> Table:
    """The `rows` {heading: value} as a table, in their order; a value is text, an int, a float, or None for no cell.

    `digits` are the decimals of floats, for all columns or {heading: digits} (2 where none are given).
    Raises ValueError for no rows, rows with other headings, digits of a heading that is not there, and numbers that
    are not finite; TypeError for a value of another kind.
    """
    headings = tuple(rows[0]) if rows else ()
    if not headings or not all(name.strip() for name in headings):
        raise ValueError(f"a table needs rows, under headings that say something: {len(rows)} rows, {list(headings)}")
    for k, row in enumerate(rows):
        if set(row) != set(headings):
            raise ValueError(f"all rows need the same headings: row {k} has {list(row)}, row 0 has {list(headings)}")
    decimals = digits if isinstance(digits, Mapping) else dict.fromkeys(headings, digits)
    if unknown := set(decimals) - set(headings):
        raise ValueError(f"digits for headings that are not there: {sorted(unknown)}, headings={list(headings)}")
    if min(decimals.values(), default=0) < 0:
        raise ValueError(f"digits must not be negative: digits={digits}")
    cells = tuple(
        tuple(_text(row[name], decimals.get(name, 2), f"row {k}, {name!r}") for name in headings)
        for k, row in enumerate(rows)
    )
    numeric = tuple(any(isinstance(row[name], Real) for row in rows) for name in headings)
    return Table(headings, cells, numeric)


def _text(value: Any, digits: int, where: str) -> str:
    """One value as it stands in its cell, on one line."""
    if value is None:
        return ""
    if isinstance(value, Marked):
        return value
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"a cell holds text, an int, a float or None: {where} is {value!r}")
    if not math.isfinite(value):
        raise ValueError(f"numbers must be finite: {where} is {value}")
    if isinstance(value, Integral):
        return f"{int(value):,}" if abs(int(value)) > 9999 else str(int(value))  # as large numbers are read
    return f"{value:z.{digits}f}"


def _padded(text: str, width: int, number: bool) -> str:
    """`text` at the right of its column if it is a number, else at the left."""
    return text.rjust(width) if number else text.ljust(width)
