"""Tables: the columns that Canvas and Moodle read, no formula, one line for
each student.
"""

import csv

import pytest

from attncourse.grading.outputs.tables import TABLES, line, table
from tests.attncourse.grading.outputs.toys import ASSIGNMENT, said

ROWS = [
    said("ann", 2, 4),
    said("=b", 1, 0, message='wrong, "twice"\nhere'),
    said("cy", problem="not a notebook"),
]


def cells(kind: str) -> list[dict[str, str]]:
    """The table of that kind, as a spreadsheet reads it."""
    lines = "".join(table(kind, ROWS, ASSIGNMENT)).splitlines(keepends=True)
    return [*csv.DictReader(lines)]


def test_canvas_has_the_assignment_as_a_column() -> None:
    """And the most points; a login is in the column of logins alone."""
    assert [row["week-5"] for row in cells("canvas")] == ["6", "6", "1", "0"]
    most, ann, *_ = cells("canvas")
    assert most["Student"] == "Points Possible"
    assert (ann["ID"], ann["SIS Login ID"]) == ("", "ann")


def test_a_platform_finds_whom_it_has_named(monkeypatch) -> None:
    """By its own number; whom the other has named, by no wrong one."""
    names = ["lovelaceada (Canvas 12)", "Ada Lovelace (Moodle 56)", "ann_3"]
    rows = [said(name) for name in names]
    monkeypatch.setitem(globals(), "ROWS", rows)
    found = [
        (row["Student"], row["ID"], row["SIS Login ID"])
        for row in cells("canvas")[1:]
    ]
    assert found[0] == ("lovelaceada", "12", "")
    assert found[1:] == [(name, "", name) for name in names[1:]]
    assert [
        (row["Identifier"], row["Username"]) for row in cells("moodle")
    ] == [("", names[0]), ("Participant 56", ""), ("", "ann_3")]


def test_moodle_has_all_that_is_said() -> None:
    """A problem, messages, and a note that costs no point."""
    ROWS[0]["grades"][0]["note"] = "calls the library"
    note, wrong, problem = (r["Feedback comments"] for r in cells("moodle"))
    assert (note, problem) == ("calls the library", "not a notebook")
    assert wrong == "\n".join(2 * ['wrong, "twice"\nhere'])


@pytest.mark.parametrize("kind", TABLES)
def test_no_cell_is_a_formula(kind: str) -> None:
    for row in cells(kind):
        assert not any(cell.startswith(tuple("=+-@")) for cell in row.values())
    assert line([" =1", "\t@", "a=b"]) == "' =1,'\t@,a=b\n"
