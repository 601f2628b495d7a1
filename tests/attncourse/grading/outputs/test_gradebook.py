"""Points in a real gradebook of nbgrader's, as nbgrader itself reads them."""

import csv
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.plugins.export import CsvExportPlugin

from attncourse.grading import classroom
from attncourse.grading.assignment import mark
from attncourse.grading.outputs.gradebook import push
from tests.attncourse.grading.outputs.toys import ASSIGNMENT, said

NAME = ASSIGNMENT.name
ROWS = [
    said("ann", 2, 4),
    said("bob", 0.5, 0),
    said("cy", problem="not a notebook"),
]


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    """The instructor's, with what nbgrader asks for."""
    cells = [new_code_cell("import torch", id="first")]
    for task in ASSIGNMENT.tasks:
        code = f"{task.chapter}.check.{task.name}({task.name})"
        cells.append(new_code_cell(code, id=f"check-{task.name}"))
    for cell in cells:
        mark(cell, ASSIGNMENT.tasks)
    path = tmp_path / f"{NAME}.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'gradebook.db'}"


def exported(url: str, path: Path) -> dict[str, tuple[float, float]]:
    """What nbgrader's exporter says: points of each student, of how many."""
    with Gradebook(url) as book:
        CsvExportPlugin(to=str(path)).export(book)
    with path.open() as file:
        return {
            row["student_id"]: (float(row["score"]), float(row["max_score"]))
            for row in csv.DictReader(file)
        }


def test_nbgrader_exports_the_points(url, notebook, tmp_path) -> None:
    """Pushed twice it is the same; graded anew it is new, but what a teacher
    has entered stays.
    """
    points = {"ann": (6, 6), "bob": (0.5, 6), "cy": (0, 6)}
    for _ in range(2):
        push(url, ASSIGNMENT, notebook, ROWS)
        assert exported(url, tmp_path / "a.csv") == points
    cell = "check-split_heads"
    with Gradebook(url) as book:
        found = book.find_grade(cell, NAME, NAME, "bob")
        assert (found.auto_score, found.needs_manual_grade) == (0.5, False)
        found.manual_score = 1.5
        book.db.commit()
    push(url, ASSIGNMENT, notebook, [said("ann", 0, 4), said("bob", 0, 4)])
    points |= {"ann": (4, 6), "bob": (5.5, 6)}
    assert exported(url, tmp_path / "a.csv") == points


def test_another_assignment_of_this_name_is_refused(url, notebook) -> None:
    """Unless only cells are new, and nobody has points yet."""
    (first, second), name = ASSIGNMENT.tasks, ASSIGNMENT.name
    one = classroom.Assignment((first,), 5, name)
    push(url, one, notebook, [])
    push(url, ASSIGNMENT, notebook, [])
    with pytest.raises(ValueError, match="with other cells"):
        push(url, one, notebook, [])
    with pytest.raises(ValueError, match="has no cell that nbgrader grades"):
        extra = second._replace(name="other")
        push(url, classroom.Assignment((extra,), 5), notebook, [])


def test_new_cells_are_refused_once_there_are_points(url, notebook) -> None:
    one = classroom.Assignment(ASSIGNMENT.tasks[:1], 5, NAME)
    push(url, one, notebook, [said("ann", 2, 4)])
    with pytest.raises(ValueError, match="with other cells"):
        push(url, ASSIGNMENT, notebook, ROWS)


@pytest.mark.parametrize("url", ["gradebook.db", "sqlite:////absent/a.db"])
def test_no_gradebook_is_told(url: str, notebook: Path) -> None:
    with pytest.raises(ValueError, match="no gradebook can be had there: .+"):
        push(url, ASSIGNMENT, notebook, ROWS)
