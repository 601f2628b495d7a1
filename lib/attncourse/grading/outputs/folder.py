"""The files of a class, all made from those of its students."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.grading import thoughts
from attncourse.grading.classroom import Assignment, read
from attncourse.grading.outputs.page import page
from attncourse.grading.outputs.tables import TABLES, table


class Rows:
    """What is said of each student, in the order of names, read again each
    time it is asked for. Of no student where a file is absent or not whole.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        named = ((read(path).get("student"), path) for path in paths)
        known = [(name, path.name, path) for name, path in named if name]
        self.paths = [path for *_, path in sorted(known)]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return filter(None, map(read, self.paths))


def write(rows: Rows, assignment: Assignment, folder: Path) -> list[Path]:
    """Write all tables and the page of a class, and a page of each question
    that is answered in a text; returns their paths.
    """
    made = []
    for kind in TABLES:
        lines = table(kind, rows, assignment)
        made.append(_written(folder / f"{kind}.csv", lines))
    made.append(_written(folder / "class.html", page(rows, assignment)))
    if any(task.by_hand for task in assignment.tasks):
        made += thoughts.pages(rows, folder)
    return made


def _written(path: Path, parts: Iterable[str]) -> Path:
    """A text that is written as it comes."""
    with files.atomic(path) as file:
        for part in parts:
            file.write(part.encode())
    return path
