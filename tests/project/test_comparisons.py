"""What the chapters compare was tried to be refuted: each row of that page
quotes its place, and no finding of an edited chapter compares without a row.
"""

import re
from typing import NamedTuple

import pytest

from attncourse.experiments.finding import COMPARES
from attncourse.rooms import chapters
from tests.environment import ROOT, cells, prose
from tests.project.test_notebooks import EDITED

ROW = re.compile(
    r"^\| (?P<said>.+) \| `(?P<page>[^`#]+)#(?P<cell>[^`]+)` \| "
    r"(?P<tried>.+) \| (?P<came>.+) \|$",
    re.MULTILINE,
)
CALL = re.compile(r"(chapter\d+)\.findings\.(\w+)\.(\w+)\(")


class Row(NamedTuple):
    said: str
    page: str
    cell: str
    tried: str
    came: str

    @property
    def source(self) -> str:
        """The code of its cell."""
        there = cells(ROOT / self.page, "code")
        (source,) = (c.source for c in there if c.id == self.cell)
        return source


ROWS = [
    Row(*found.groups())
    for found in ROW.finditer((ROOT / "book/comparisons.md").read_text("utf-8"))
]


def finding(source: str) -> tuple[str, str] | None:
    """The name of the finding that a cell shows, and what it proves."""
    call = CALL.search(source)
    if not call:
        return None
    room, file, name = call.groups()
    made = getattr(getattr(chapters()[room].findings, file), name)
    return f"{file}.{name}", " ".join(made.__doc__.split())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.cell)
def test_a_row_quotes_its_place_and_says_what_was_tried(row: Row) -> None:
    shown = finding(row.source)
    text = " ".join(f"{prose(ROOT / row.page)} {row.source}".split())
    assert row.said in text or (shown and row.said == shown[1])
    assert len(row.tried.split()) >= 5


def test_every_page_has_rows() -> None:
    pages = {str(path.relative_to(ROOT)) for path in EDITED}
    assert pages <= {row.page for row in ROWS}


@pytest.mark.parametrize("path", EDITED, ids=lambda path: path.stem)
def test_no_caption_compares_without_a_row(path) -> None:
    """By the words that `Finding` looks for."""
    known = {finding(row.source) for row in ROWS}
    for cell in cells(path, "code"):
        shown = finding(cell.source)
        captions = [
            "".join(output.get("data", {}).get("text/markdown", ""))
            for output in cell.outputs
        ]
        if shown and COMPARES.search(" ".join(captions)):
            assert shown in known, f"{cell.id}: {captions}"
