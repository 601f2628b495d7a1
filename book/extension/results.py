"""The directive `{results}`: every file in `attnbook.results` as tables, read when the site is built."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

FOLDER = Path(__file__).parent.parent.parent / "lib" / "attnbook" / "results"


class Results(SphinxDirective):
    """One section for each result file: its single values, then its tables."""

    def run(self) -> list[nodes.Node]:
        """The sections, in the order of the files' names."""
        files = sorted(FOLDER.glob("*.json"))
        for file in files:
            self.env.note_dependency(str(file))
        return [section(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in files]


def section(name: str, result: dict[str, Any]) -> nodes.section:
    """A titled section for one result."""
    part = nodes.section("", nodes.title("", name), ids=[nodes.make_id(f"result-{name}")])
    part += table(["field", "value"], [[key, text(value)] for key, value in single(result)])
    for key, rows in result.items():
        if is_table(rows):
            columns = [column for column in rows[0] if not isinstance(rows[0][column], list | dict)]
            part += nodes.paragraph("", "", nodes.literal("", key))
            part += table(columns, [[text(row.get(column)) for column in columns] for row in rows])
    return part


def single(result: dict[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """All values that are neither lists nor dictionaries, with dotted names."""
    found = []
    for key, value in result.items():
        if isinstance(value, dict):
            found += single(value, f"{prefix}{key}.")
        elif not isinstance(value, list):
            found.append((prefix + key, value))
    return found


def is_table(rows: Any) -> bool:
    """True for a list of dictionaries of numbers: by length, by position, one row for each candidate."""
    numbers = isinstance(rows, list) and rows and isinstance(rows[0], dict)
    return bool(numbers) and all(isinstance(value, int | float | list | str) for value in rows[0].values())


def text(value: Any) -> str:
    """A value for readers: floats with four significant digits."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def table(columns: list[str], rows: list[list[str]]) -> nodes.table:
    """A table of plain text."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in columns), cols=len(columns))
    group += nodes.thead("", row(columns))
    group += nodes.tbody("", *map(row, rows))
    return nodes.table("", group)


def row(cells: list[str]) -> nodes.row:
    """One row of plain text."""
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in cells))


def setup(app: Sphinx) -> None:
    """Add the directive."""
    app.add_directive("results", Results)
