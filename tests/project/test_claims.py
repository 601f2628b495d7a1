"""The ledgers lead somewhere: every row names a cell that is there and a test
that is there.
"""

import ast
import json
import re

import pytest

from tests.environment import ROOT

ROW = re.compile(
    r"^\| (?P<id>[A-Z]\d\d) \| (?P<claim>.+) \| (?P<verdict>.+) \| "
    r"(?P<cell>.+) \| (?P<test>.+) \|$"
)
CELL = re.compile(r"`(chapters/\w+\.ipynb)#([\w-]+)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
CHAPTERS = {
    "rnn": {"S01", "S02", "S03", "S50", "A01"},
    "bahdanau": {"S04", "S05", "S06", "S07", "S08"},
    "captioning": {"S09", "S10", "S11", "S12", "S13", "S40"},
    "layer": {
        *("S14", "S15", "S16", "S17", "S18", "S19", "S20", "S21", "S41"),
        *("S43", "S44", "U03", "U04", "U05", "U08"),
        *("T01", "T02", "T03", "T05", "N15"),
    },
    "self": {
        *(
            "S22",
            "S23",
            "S33",
            "S34",
            "S35",
        ),
        *(
            "U01",
            "U02",
            "U06",
            "U09",
            "U10",
        ),
        *(
            "A02",
            "A03",
            "A04",
            "A05",
            "A06",
            "A07",
            "A08",
            "A09",
        ),
        *(
            "A10",
            "A11",
            "A15",
            "A16",
            "A18",
            "A19",
            "A20",
            "A21",
        ),
        *(
            "A22",
            "A23",
            "A24",
            "A25",
            "A26",
        ),
        *(
            "T04",
            "T06",
            "T07",
            "T08",
            "T09",
            "T10",
            "T11",
            "T12",
        ),
        *(
            "N01",
            "N02",
            "N14",
        ),
    },
}
"""The claims of the lectures that the chapters so far must answer."""


def rows() -> list[dict[str, str]]:
    """The rows of the ledger of claims."""
    text = (ROOT / "book/claims.md").read_text(encoding="utf-8")
    found = [
        ROW.match(line)
        for line in text.splitlines()
        if re.match(r"^\| [A-Z]", line)
    ]
    assert all(found), "a row of book/claims.md has not the five columns"
    return [row.groupdict() for row in found if row]


def cells(path: str) -> dict[str, str]:
    """The type of every cell of a notebook, by its id."""
    return {
        c["id"]: c["cell_type"]
        for c in json.loads((ROOT / path).read_text(encoding="utf-8"))["cells"]
    }


def functions(path: str) -> set[str]:
    """The names of the test functions of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {
        n.name
        for n in ast.walk(tree)
        if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")
    }


def test_every_claim_of_the_chapters_has_one_row() -> None:
    """None is missing, none stands twice."""
    ids = [row["id"] for row in rows()]
    assert len(ids) == len(set(ids))
    assert set(ids) == set.union(*CHAPTERS.values())


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_a_claim_leads_to_its_cell_and_its_test(row: dict[str, str]) -> None:
    """The cell is a code cell of that notebook; the test is a function of that
    file; the verdict is one of three.
    """
    assert row["verdict"].split(".")[0].split(" ")[0] in (
        "holds",
        "nuance",
        "erratum",
    )
    shown, proved = CELL.findall(row["cell"]), TEST.findall(row["test"])
    assert shown and proved, f"{row['id']} names no cell or no test"
    for path, cell in shown:
        assert cells(path).get(cell) == "code", (
            f"{path} has no code cell {cell}"
        )
    for path, name in proved:
        assert name in functions(path), f"{path} has no {name}"


def test_every_deviation_names_a_file() -> None:
    """The last column of each row is a file of the library."""
    text = (ROOT / "book/deviations.md").read_text(encoding="utf-8")
    places = re.findall(r"\| `([^`]+)` \|$", text, re.MULTILINE)
    assert (
        len(places)
        == len(re.findall(r"^\| (?!what|---)", text, re.MULTILINE))
        > 0
    )
    for place in places:
        assert (ROOT / place).is_file(), place
