"""Tables of results: one set of rows, shown as HTML in a notebook and as
aligned text in a terminal.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import cycle, groupby
from numbers import Integral, Real
from operator import itemgetter
from typing import Any

Row = Mapping[str, Any]


class Marked(str):
    """A text of parts, of which each second one is marked: [in brackets], and
    as HTML by `mark` elements.
    """

    parts: tuple[str, ...]

    def __new__(cls, *parts: str) -> "Marked":
        """The text of these parts."""
        made = super().__new__(cls, _alternately(parts, "[{}]"))
        made.parts = parts
        return made

    @property
    def html(self) -> str:
        """The text as HTML."""
        return _alternately([*map(escape, self.parts)], "<mark>{}</mark>")


def _alternately(parts: Sequence[str], form: str) -> str:
    """The parts in a row, each second one in a form."""
    forms = cycle(("{}", form))
    return "".join(f.format(p) for f, p in zip(forms, parts, strict=False))


def marked(words: Sequence[str], odd: Sequence[bool]) -> Marked:
    """The words as one text; odd ones are marked, neighbours together."""
    pieces = list[tuple[bool, str]]()
    for k, (word, o) in enumerate(zip(words, odd, strict=True)):
        between = o and odd[k - 1], " "
        pieces += [between] * (k > 0) + [(o, word)]
    groups = groupby(pieces, itemgetter(0))
    parts = [(o, "".join(text for _, text in run)) for o, run in groups]
    plain = [""] if parts and parts[0][0] else []
    return Marked(*plain, *(text for _, text in parts))


@dataclass(frozen=True)
class Table:
    """A finished table: its headings, every cell as text, and which columns
    hold numbers.

    The HTML has no colours and no widths of its own; `dataframe` is the class
    that notebooks and the site know.
    """

    headings: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...]

    def __repr__(self) -> str:
        """Columns under each other."""
        columns = []
        for number, heading, *texts in zip(
            self.numeric, self.headings, *self.cells, strict=True
        ):
            width = max(map(len, (heading, *texts)))
            pad = str.rjust if number else str.ljust
            columns.append(
                [pad(text, width) for text in (heading, "-" * width, *texts)]
            )
        return "\n".join(
            "  ".join(line).rstrip() for line in zip(*columns, strict=True)
        )

    def html(self) -> str:
        """A box that scrolls by itself, with the table in it; the first cell of
        each row is its heading.
        """
        head = self._line('th scope="col"', 'th scope="col"', self.headings)
        lines = [
            self._line('th scope="row"', "td", texts) for texts in self.cells
        ]
        box = (
            '<div class="attnbook-table" style="overflow-x: auto">\n<table '
            'class="dataframe">'
        )
        return "\n".join(
            (
                box,
                f"<thead>{head}</thead>",
                "<tbody>",
                *lines,
                "</tbody>",
                "</table>",
                "</div>",
            )
        )

    def _line(self, tag: str, others: str, texts: Sequence[str]) -> str:
        """One line of cells; each says its side and its room, since front ends
        have defaults of their own.
        """
        cells = ""
        for text, number in zip(texts, self.numeric, strict=True):
            style = (
                f"padding: 0.3em 0.7em; text-align: "
                f"{'right' if number else 'left'}"
            )
            shown = text.html if isinstance(text, Marked) else escape(text)
            cells += f'<{tag} style="{style}">{shown}</{tag[:2]}>'
            tag = others
        return f"<tr>{cells}</tr>"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": repr(self)}


def table(rows: Sequence[Row], *, digits: int | Mapping[str, int] = 2) -> Table:
    """The `rows` {heading: value} as a table, in their order; a value is text,
    an int, a float, or None for no cell.

    `digits` are the decimals of floats, for all columns or {heading: digits} (2
    where none are given). Raises ValueError for no rows, rows with other
    headings, digits of a heading that is not there, and numbers that are not
    finite; TypeError for a value of another kind.
    """
    headings = tuple(rows[0]) if rows else ()
    if not headings or not all(name.strip() for name in headings):
        raise ValueError(
            f"a table needs rows, under headings that say something: "
            f"{len(rows)} rows, {list(headings)}"
        )
    for k, row in enumerate(rows):
        if set(row) != set(headings):
            raise ValueError(
                f"all rows need the same headings: row {k} has {list(row)}, "
                f"row 0 has {list(headings)}"
            )
    decimals = (
        digits
        if isinstance(digits, Mapping)
        else dict.fromkeys(headings, digits)
    )
    if unknown := set(decimals) - set(headings):
        raise ValueError(
            f"digits for headings that are not there: {sorted(unknown)}, "
            f"headings={list(headings)}"
        )
    if min(decimals.values(), default=0) < 0:
        raise ValueError(f"digits must not be negative: digits={digits}")
    cells = tuple(
        tuple(
            _text(row[name], decimals.get(name, 2), f"row {k}, {name!r}")
            for name in headings
        )
        for k, row in enumerate(rows)
    )
    numeric = tuple(
        any(isinstance(row[name], Real) for row in rows) for name in headings
    )
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
        raise TypeError(
            f"a cell holds text, an int, a float or None: {where} is {value!r}"
        )
    if not math.isfinite(value):
        raise ValueError(f"numbers must be finite: {where} is {value}")
    if isinstance(value, Integral):
        # as large numbers are read
        return f"{int(value):,}" if abs(int(value)) > 9999 else str(int(value))
    return f"{value:z.{digits}f}"
