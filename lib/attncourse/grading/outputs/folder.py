"""The files of a class, all made from those of its students."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.grading import thoughts
from attncourse.grading.classroom import Assignment, read
from attncourse.grading.outputs import by_hand
from attncourse.grading.outputs.page import page
from attncourse.grading.outputs.tables import TABLES, table

Row = dict[str, Any]
Change = Callable[[Iterable[Row]], Iterator[Row]]


class Rows:
    """What is said of each student, in the order of names, read again each
    time it is asked for. Of no student where a file is absent or not whole.

    change: what is made of the rows as they are read.
    """

    def __init__(self, paths: Iterable[Path], change: Change = iter) -> None:
        self.change = change
        named = ((read(path).get("student"), path) for path in paths)
        known = [(name, path.name, path) for name, path in named if name]
        self.paths = [path for *_, path in sorted(known)]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self.change(filter(None, map(read, self.paths)))


def with_texts(rows: Rows, assignment: Assignment, folder: Path) -> Rows:
    """The same rows, with the points that an instructor has entered in this
    folder for texts. Raises ValueError for what are no points.
    """
    points = by_hand.read(folder, assignment)

    def change(plain: Iterable[Row]) -> Iterator[Row]:
        return by_hand.entered(plain, points, assignment)

    return Rows(rows.paths, change) if by_hand.asked(assignment) else rows


def write(rows: Rows, assignment: Assignment, folder: Path) -> list[Path]:
    """Write all tables and the page of a class; of each question that is
    answered in a text a page, and a table for their points. Returns the paths.
    """
    made = []
    for kind in TABLES:
        lines = table(kind, rows, assignment)
        made.append(_written(folder / f"{kind}.csv", lines))
    made.append(_written(folder / "class.html", page(rows, assignment)))
    if by_hand.asked(assignment):
        points = by_hand.read(folder, assignment)
        lines = by_hand.table(rows, points, assignment)
        made.append(_written(folder / by_hand.FILE, lines))
        made += thoughts.pages(rows, folder)
    return made


def _written(path: Path, parts: Iterable[str]) -> Path:
    """A text that is written as it comes."""
    with files.atomic(path) as file:
        for part in parts:
            file.write(part.encode())
    return path
