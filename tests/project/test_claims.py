"""The ledgers lead somewhere: every row names a cell that is there and a test
that is there.
"""

import ast
import re
from collections import Counter

import pytest

from tests.environment import CHAPTERS, ROOT, cells

ROW = re.compile(
    r"^\| (?P<id>[A-Z]\d\d) \| (?P<claim>.+) \| (?P<verdict>.+) \| "
    r"(?P<cell>.+) \| (?P<test>.+) \|$"
)
CELL = re.compile(r"`(chapters/[\w/]+\.ipynb)#([\w-]+)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def rows() -> list[dict[str, str]]:
    """The rows of the ledger of claims, each with the number of the chapter
    under whose heading it stands.
    """
    found, chapter = [], ""
    for line in (ROOT / "book/claims.md").read_text("utf-8").splitlines():
        if heading := re.match(r"## Chapter (\d+):", line):
            chapter = f"{heading[1]:0>2}"
        elif re.match(r"\| [A-Z]", line):
            row = ROW.match(line)
            assert row, f"a row has not the five columns: {line}"
            found.append(row.groupdict() | {"chapter": chapter})
    return found


def functions(path: str) -> set[str]:
    """The names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {
        n.name
        for n in ast.walk(tree)
        if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")
    }


def test_every_chapter_answers_claims_and_each_claim_stands_once() -> None:
    """The lectures end with chapter 9."""
    told = {path.name[:2] for path in CHAPTERS if path.name < "10"}
    assert {row["chapter"] for row in rows()} == told
    assert max(Counter(row["id"] for row in rows()).values()) == 1


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_a_claim_leads_to_its_cell_and_its_test(row: dict[str, str]) -> None:
    """The cell is a code cell of that notebook, at least one lies in the
    claim's own chapter; the test is a function of that file; the verdict is one
    of three.
    """
    verdict = re.match(r"[^. ]*", row["verdict"])[0]
    assert verdict in ("holds", "nuance", "erratum")
    shown, proved = CELL.findall(row["cell"]), TEST.findall(row["test"])
    assert shown and proved, f"{row['id']} names no cell or no test"
    chapters = [path for path, _ in shown]
    assert any(f"/{row['chapter']}_" in path for path in chapters), chapters
    for path, cell in shown:
        there = {each.id for each in cells(ROOT / path, "code")}
        assert cell in there, f"{path} has no code cell {cell}"
    for path, name in proved:
        assert name in functions(path), f"{path} has no {name}"


def test_every_deviation_names_a_file() -> None:
    """The last column of each row is a file of the library."""
    text = (ROOT / "book/deviations.md").read_text(encoding="utf-8")
    places = re.findall(r"\| `([^`]+)` \|$", text, re.MULTILINE)
    rows = re.findall(r"^\| (?!what|---)", text, re.MULTILINE)
    assert len(places) == len(rows) > 0
    for place in places:
        assert (ROOT / place).is_file(), place
