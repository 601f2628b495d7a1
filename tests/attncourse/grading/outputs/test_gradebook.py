"""Points in a real gradebook of nbgrader's, as nbgrader itself reads them."""

import csv
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from nbgrader.api import Course, Gradebook
from nbgrader.plugins.export import CsvExportPlugin

from attncourse.grading import classroom, questions
from attncourse.grading.assembly import mark
from attncourse.grading.outputs.gradebook import programs, push
from attncourse.grading.tasks import Task
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
    mark(cells, ASSIGNMENT.tasks)
    path = tmp_path / f"{NAME}.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    return path


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new gradebook, made where no program is to be found by its name."""
    path = tmp_path_factory.mktemp("made") / "gradebook.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", "")
        with programs(), Gradebook(f"sqlite:///{path}"):
            return path


@pytest.fixture
def url(empty: Path, tmp_path: Path) -> str:
    """The address of a new gradebook."""
    return f"sqlite:///{shutil.copy(empty, tmp_path / 'gradebook.db')}"


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


def test_the_course_of_a_gradebook_is_found_or_asked(url, notebook) -> None:
    """The only one, whatever its name; of several, one must be said."""
    with Gradebook(url, "physics") as book:
        book.db.delete(book.db.get(Course, "default_course"))
        book.db.commit()
    push(url, ASSIGNMENT, notebook, ROWS)
    with Gradebook(url, "physics") as book:
        assert [one.course_id for one in book.assignments] == ["physics"]
    with Gradebook(url, "more"):
        pass
    with pytest.raises(ValueError, match="several courses.*more, physics"):
        push(url, ASSIGNMENT, notebook, ROWS)
    push(url, ASSIGNMENT, notebook, ROWS, "physics")


def test_no_gradebook_is_told(notebook: Path) -> None:
    with pytest.raises(ValueError, match="no gradebook can be had there: .+"):
        push("sqlite:////absent/a.db", ASSIGNMENT, notebook, ROWS)


def test_choices_and_texts(url, notebook, tmp_path) -> None:
    """A choice has its points; a text waits for somebody who reads it, unless
    it is empty, or has its points.
    """
    chosen = Task("chapter5", "answer_5_1_1", 1.0, key="b")
    text = Task("chapter5", "text_5_7", 0.0, by_hand=3.0)
    asked = classroom.Assignment((chosen, text), 5, NAME)
    cells = [new_code_cell("assert", id="a"), new_markdown_cell("my", id="b")]
    questions.mark(cells[0], "answer_5_1_1-check", grade=True, points=1.0)
    questions.mark(cells[1], "text_5_7", True, True, points=3.0)
    nbformat.write(new_notebook(cells=cells), notebook)
    rows = [
        {"student": student, "grades": [{"points": 1.0}, given]}
        for student, given in (
            ("ann", {"points": 0.0, "waits": True}),
            ("bob", {"points": 0.0}),
            ("cy", {"points": 2.0}),
        )
    ]
    push(url, asked, notebook, rows)
    points = {"ann": (1, 4), "bob": (1, 4), "cy": (3, 4)}
    assert exported(url, tmp_path / "a.csv") == points
    with Gradebook(url) as book:
        both = [book.find_grade("text_5_7", NAME, NAME, s) for s in points]
        waiting = [one.needs_manual_grade for one in both]
        assert waiting == [True, False, False]
        both[0].manual_score = 2.5
        book.db.commit()
    push(url, asked, notebook, rows)
    with Gradebook(url) as book:
        ann = book.find_grade("text_5_7", NAME, NAME, "ann")
        assert (ann.score, ann.needs_manual_grade) == (2.5, False)
