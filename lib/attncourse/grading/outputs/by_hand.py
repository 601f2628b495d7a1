"""The points of texts, which an instructor enters into `texts.csv`: a line for
each student, a column for each question.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attncourse.grading.classroom import Assignment
from attncourse.grading.outputs.tables import line, quoted
from attncourse.grading.tasks import Task

FILE = "texts.csv"
WAITS = "your text has not been read yet."

Entered = dict[str, dict[str, float]]


def asked(assignment: Assignment) -> dict[str, Task]:
    """The questions that are answered in a text."""
    return {task.name: task for task in assignment.tasks if task.by_hand}


def read(folder: Path, assignment: Assignment) -> Entered:
    """The points that stand in the file, by student and question; none where
    there is no file. Raises ValueError for what is no such number.
    """
    path, found, questions = folder / FILE, Entered(), asked(assignment)
    if not path.is_file():
        return found
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            student = str(row.get("student"))
            for name, task in questions.items():
                if words := (row.get(name) or "").strip():
                    value = number(words, task, f"{path}: {student}")
                    found.setdefault(student, {})[name] = value
    return found


def number(words: str, task: Task, where: str) -> float:
    """Points that are written down."""
    try:
        value = float(words)
    except ValueError:
        value = -1.0
    if not 0 <= value <= task.by_hand:
        raise ValueError(
            f"{where}: {task.name} has from 0 to {task.by_hand:g} points: "
            f"{words}"
        )
    return value


def entered(
    rows: Iterable[dict[str, Any]], points: Entered, assignment: Assignment
) -> Iterator[dict[str, Any]]:
    """What is said of each student, with the points of texts."""
    questions = asked(assignment)
    for row in rows:
        given = points.get(quoted(row["student"]), {})
        for one in row["grades"]:
            if task := questions.get(one["name"]):
                one["of"] = task.by_hand
                if one["name"] in given:
                    one |= {"points": given[one["name"]], "message": ""}
                elif one["text"]:
                    one |= {"waits": True, "message": f"{task.name}: {WAITS}"}
        row["points"] = sum(one["points"] for one in row["grades"])
        row["of"] = sum(one["of"] for one in row["grades"])
        yield row


def table(
    rows: Iterable[dict[str, Any]], points: Entered, assignment: Assignment
) -> Iterator[str]:
    """The file, with the points that stand in it already."""
    names = [*asked(assignment)]
    yield line(["student", *names])
    for row in rows:
        student = row["student"]
        given = points.get(quoted(student), {})
        each = (f"{given[n]:g}" if n in given else "" for n in names)
        yield line([student, *each])
