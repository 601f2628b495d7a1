"""An assignment: exercises that an instructor chooses, as one notebook for
students, and what the instructor keeps.

Before anything is written the notebook has been run, its solutions have had
all points, and the edition without them none.
"""

import shutil
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attnbook import files
from attncourse.grading import grade, parts, release
from attncourse.grading.classroom import Assignment
from attncourse.grading.notebooks import optional, read
from attncourse.grading.sandbox.start import DIRECT
from attncourse.grading.solutions import BEGIN

UNFIT = (
    "these exercises cannot be assigned alone: perhaps they need the answer to "
    "another one as students write it. Their solutions say: "
)
README = """\
# {title}

1. Open `{name}.ipynb` in JupyterLab or VS Code, or upload it to Colab (its
   first cell installs what it needs).
2. Write your answers where it says `YOUR CODE HERE`, and leave the other cells
   as they are.
3. Below each answer stands a check: run it as often as you like. It says what
   is right, and if something is not, where.
4. Hand in the notebook, saved, under its own name.

{table}
Your functions are graded by these checks, and by cases that are not in the
notebook. You may define further functions, and use torch as in the chapters.
Prints and plots do not count.
"""


def assemble(
    sources: Mapping[Path, Sequence[str]], title: str, points: dict[str, float]
) -> tuple[Any, list[grade.Task]]:
    """The notebook of chosen exercises, with their solutions, and what is
    graded in it; `points` by the number of an exercise.
    """
    cells: list[Any] = []
    found: list[grade.Task] = []
    notebook: Any = None
    for source, numbers in sources.items():
        part = read(source)
        notebook = notebook or part
        places = parts.chosen(part.cells, numbers)
        known = parts.exercises(part.cells)
        asked = {place for number in numbers for place in known[number]}
        chapter = f"chapter{int(source.stem[:2])}"
        cells += deepcopy(
            part.cells[parts.FIRST - 1 if cells else 0 : parts.FIRST]
        )
        for place in places:
            cells.append(deepcopy(part.cells[place]))
            if BEGIN in cells[-1].source and place not in asked:
                cells[-1].source = parts.given(cells[-1].source, chapter)
        for number in numbers:
            found += [
                task._replace(points=points[number])
                for task in answered([part.cells[k] for k in known[number]])
            ]
    intro = "Write your answers where it says `YOUR CODE HERE`."
    cells[0].source = f"# {title}\n\n{intro}"
    notebook.cells = numbered(cells)
    for cell in cells:
        mark(cell, found)
    return notebook, found


def answered(cells: Sequence[Any]) -> list[grade.Task]:
    """What is graded of an exercise: the checks of its own answers."""
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    made = {n for c in code if BEGIN in c for n in parts.names(c)[0]}
    return [task for task in grade.tasks(code) if task.name in made]


def numbered(cells: list[Any]) -> list[Any]:
    """The cells, each with an id of its own."""
    seen: set[str] = set()
    for cell in cells:
        while cell["id"] in seen:
            cell["id"] += "-more"
        seen.add(cell["id"])
    return cells


def mark(cell: Any, tasks: Sequence[grade.Task]) -> None:
    """Say of an answer, or of a check, what nbgrader asks."""
    if cell.cell_type != "code":
        return
    said = {"schema_version": 3, "task": False, "grade_id": cell["id"]}
    points = [
        task.points
        for task in tasks
        if f"{task.chapter}.check.{task.name}(" in cell.source
    ]
    if BEGIN in cell.source:
        said |= {"grade": False, "solution": True, "locked": False}
    elif points:
        said |= {"grade": True, "solution": False, "locked": True}
        said["points"] = points[0]
    else:
        return
    cell.metadata["nbgrader"] = said


def proved(solved: Path, edition: Path, assignment: Assignment) -> None:
    """Raises ValueError unless the solutions have all points, their cells end
    in no error, and the edition has no point.
    """
    tasks, seed = assignment.tasks, assignment.seed
    report = grade.grade(grade.cells(solved), tasks, seed, DIRECT, whole=True)
    if report.errors or report.points < report.of:
        said = [
            *report.errors.values(),
            *(one.message for one in report.grades),
        ]
        raise ValueError(f"{UNFIT}{' '.join(said)}")
    if grade.grade(grade.cells(edition), tasks, seed, DIRECT).points:
        raise ValueError("the edition without solutions has points")


def assign(
    sources: Mapping[Path, Sequence[str]],
    folder: Path,
    name: str,
    points: dict[str, float],
    seed: int,
) -> list[Path]:
    """Write an assignment: `student/` with the notebook and a README,
    `instructor/` with its solutions and what is graded. Returns the paths.

    Raises ValueError, and writes nothing, if it is not right, FileExistsError
    if there is one already.
    """
    if folder.exists():
        raise FileExistsError(f"there is something already: {folder}")
    notebook, tasks = assemble(sources, name.replace("-", " "), points)
    assignment = Assignment(tuple(tasks), seed, name)
    with TemporaryDirectory() as place:
        whole = Path(place, "all")
        solved = whole / "instructor" / f"{name}.ipynb"
        text = optional("nbformat").writes(notebook) + "\n"
        files.write(solved, text.encode())
        files.write(
            whole / "instructor" / "assignment.json", assignment.json().encode()
        )
        (edition,) = release.release([solved], whole / "student")
        proved(solved, edition, assignment)
        files.write(
            whole / "student" / "README.md", readme(assignment).encode()
        )
        shutil.copytree(whole, folder)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def readme(assignment: Assignment) -> str:
    """What students read."""
    rows = [f"| `{t.name}` | {t.points:g} |" for t in assignment.tasks]
    table = "\n".join(["| answer | points |", "| --- | --- |", *rows, ""])
    name = assignment.name
    return README.format(title=name.replace("-", " "), name=name, table=table)
