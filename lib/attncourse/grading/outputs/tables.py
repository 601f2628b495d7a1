"""Tables of a class as CSV: a plain one, and those that Canvas and Moodle
import.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from attnbook.files import printable
from attncourse.grading.classroom import Assignment
from attncourse.grading.platforms import number

FORMULA = re.compile(r"^\s*[=+\-@\t\r]")
TABLES = {
    "plain": ("student", "points", "of", "problem", "late"),
    "canvas": ("Student", "ID", "SIS User ID", "SIS Login ID", "Section"),
    "moodle": (
        *("Identifier", "Username", "Grade"),
        *("Last modified (grade)", "Feedback comments"),
    ),
}


def table(
    kind: str, rows: Iterable[dict[str, Any]], assignment: Assignment
) -> Iterator[str]:
    """What is said of all students as lines of CSV: "plain", "canvas" or
    "moodle". Canvas has a line of the most that there is. Both platforms find
    students by the number that stood in the name of the download, else by
    their login.
    """
    names = [task.name for task in assignment.tasks]
    more = {"plain": names, "canvas": [assignment.name], "moodle": []}[kind]
    yield line([*TABLES[kind], *more])
    if kind == "canvas":
        most = sum(task.most for task in assignment.tasks)
        yield line(["Points Possible", "", "", "", "", f"{most:g}"])
    for row in rows:
        student, points = row["student"], f"{row['points']:g}"
        name, ident = number(student, kind.capitalize())
        login = "" if ident else name
        yield line(
            {
                "plain": [
                    *(student, points, f"{row['of']:g}", row["problem"]),
                    "late" if row.get("late") else "",
                    *(
                        "" if one.get("waits") else f"{one['points']:g}"
                        for one in row["grades"]
                    ),
                ],
                "canvas": [name, ident, "", login, "", points],
                "moodle": [
                    *(f"Participant {ident}" if ident else "", login),
                    *(points, "", "\n".join(told(row))),
                ],
            }[kind]
        )


def line(cells: Iterable[str]) -> str:
    """A line of CSV, no cell of which is a formula to a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(map(quoted, cells))
    return text.getvalue()


def quoted(cell: str) -> str:
    """What a spreadsheet takes for no formula, and no program for a command."""
    cell = printable(cell, keep="\n\r\t")
    return f"'{cell}" if FORMULA.match(cell) else cell


def told(row: dict[str, Any]) -> Iterator[str]:
    """What a student reads, one thing after the other."""
    if row["problem"]:
        yield row["problem"]
    for one in row["grades"]:
        yield from filter(None, (one["message"], one.get("note", "")))
