"""An assignment: exercises that an instructor chooses, as one notebook for
students, and what the instructor keeps.

A cell of another exercise that the chosen ones need (a function, a few
numbers) comes with them; of another answer that they need comes what calls the
reference of the course. Before anything is written the notebook has been run,
its solutions have had all points, and the edition without them none.
"""

import ast
import builtins
import re
import shutil
import symtable
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from attnbook import files
from attncourse.grading import grade, release
from attncourse.grading.classroom import Assignment
from attncourse.grading.notebooks import optional, read
from attncourse.grading.sandbox.bubblewrap import DIRECT
from attncourse.grading.solutions import BEGIN

HEADING = re.compile(r"## Exercise (\d+\.\d+): ")
UNFIT = (
    "these exercises cannot be assigned alone: perhaps they need the answer to "
    "another one as students write it. Their solutions say: "
)
FIRST = 3  # title, set-up and imports
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


class Exercise(NamedTuple):
    """A part of a source notebook: its number, its cells, and their places."""

    number: str
    places: list[int]


def exercises(cells: Sequence[Any]) -> dict[str, Exercise]:
    """The exercises of a notebook by their numbers."""
    found: dict[str, Exercise] = {}
    current = None
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            heading = HEADING.match(cell.source)
            current = heading and Exercise(heading[1], [])
            if current:
                found[current.number] = current
        if current:
            current.places.append(place)
    return found


def found(folder: Path, numbers: Sequence[str]) -> dict[Path, list[str]]:
    """The notebooks that hold exercises of these numbers, in their order.

    Raises ValueError for a number that none has, or that stands twice.
    """
    made: dict[Path, list[str]] = {}
    for number in numbers:
        chapter = number.partition(".")[0]
        paths = (
            folder.glob(f"{int(chapter):02}_*.ipynb")
            if chapter.isdigit()
            else ()
        )
        path = next(iter(paths), None)
        if path is None:
            raise ValueError(f"no exercise {number} in {folder}")
        if number in made.setdefault(path, []):
            raise ValueError(f"exercise {number} stands twice")
        made[path].append(number)
    return made


def names(code: str) -> tuple[set[str], set[str]]:
    """The names that a cell defines, and those that it needs."""
    lines = code.splitlines()
    text = "\n".join("" if s.lstrip().startswith("%") else s for s in lines)
    try:
        table = symtable.symtable(text, "cell", "exec")
    except SyntaxError:
        return set(), set()
    made = {s.get_name() for s in table.get_symbols() if s.is_assigned()}
    made |= {s.get_name() for s in table.get_symbols() if s.is_imported()}
    used = {name for scope in scopes(table) for name in wanted(scope)}
    return made, used - made - {*dir(builtins)}


def scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """A scope and all within it."""
    yield table
    for inner in table.get_children():
        yield from scopes(inner)


def wanted(table: symtable.SymbolTable) -> Iterator[str]:
    """The names of a scope that are looked up in the notebook."""
    top = table.get_type() == "module"
    for one in table.get_symbols():
        if one.is_referenced() and (top or one.is_global()):
            yield one.get_name()


def chosen(cells: Sequence[Any], numbers: Sequence[str]) -> list[int]:
    """The places of the cells that an assignment of these exercises has.

    Raises ValueError for an exercise that there is not, or that has no answer
    to write.
    """
    known = exercises(cells)
    taken: set[int] = set()
    for number in numbers:
        if number not in known:
            raise ValueError(f"there is no exercise {number}")
        if not any(BEGIN in cells[k].source for k in known[number].places):
            raise ValueError(f"exercise {number} has no answer to be graded")
        taken |= {*known[number].places}
    queue = sorted(taken)
    while queue:
        place = queue.pop()
        if cells[place].cell_type != "code":
            continue
        code = cells[place].source
        if BEGIN in code and place not in own(known, numbers):
            code = given(code, "chapter")
        for name in names(code)[1]:
            source = maker(cells, name, place)
            if source is not None and source >= FIRST and source not in taken:
                taken.add(source)
                queue.append(source)
    return sorted(taken)


def own(known: dict[str, Exercise], numbers: Sequence[str]) -> set[int]:
    """The places of exercises."""
    return {place for number in numbers for place in known[number].places}


def given(code: str, chapter: str) -> str:
    """An answer that is not asked for: its signature and docstring, and the
    reference of the course.
    """
    lines = code.splitlines()
    begin = next(k for k, text in enumerate(lines) if BEGIN in text)
    plain = "\n".join(text for text in lines if text.strip()[:3] != "###")
    (function,) = (
        node
        for node in ast.parse(plain).body
        if isinstance(node, ast.FunctionDef)
        and node.lineno <= begin < (node.end_lineno or 0) + 1
    )
    args = ", ".join(arg.arg for arg in function.args.args)
    reference = f"{chapter}.check.{function.name}.exercise.reference"
    return "\n".join([*lines[:begin], f"    return {reference}({args})"])


def maker(cells: Sequence[Any], name: str, before: int) -> int | None:
    """The last cell before a place that defines a name."""
    for place in reversed(range(before)):
        cell = cells[place]
        if cell.cell_type == "code" and name in names(cell.source)[0]:
            return place
    return None


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
        places = chosen(part.cells, numbers)
        asked = own(exercises(part.cells), numbers)
        chapter = f"chapter{int(source.stem[:2])}"
        cells += deepcopy(part.cells[FIRST - 1 if cells else 0 : FIRST])
        for place in places:
            cells.append(deepcopy(part.cells[place]))
            if BEGIN in cells[-1].source and place not in asked:
                cells[-1].source = given(cells[-1].source, chapter)
        for number in numbers:
            found += [
                task._replace(points=points[number])
                for task in answered(part.cells, number)
            ]
    intro = "Write your answers where it says `YOUR CODE HERE`."
    cells[0].source = f"# {title}\n\n{intro}"
    notebook.cells = numbered(cells)
    for cell in cells:
        mark(cell, found)
    return notebook, found


def answered(cells: Sequence[Any], number: str) -> list[grade.Task]:
    """What is graded of an exercise: the checks of its own answers."""
    code = [
        cells[place].source
        for place in exercises(cells)[number].places
        if cells[place].cell_type == "code"
    ]
    made = {n for c in code if BEGIN in c for n in names(c)[0]}
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
    report = grade.grade(grade.cells(solved), tasks, seed, DIRECT)
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
