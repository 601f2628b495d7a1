"""The notebook of an assignment, with its solutions."""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from attncourse.grading import grade, parts, questions
from attncourse.grading.notebooks import read
from attncourse.grading.solutions import BEGIN

CODE = "Write your answers where it says `YOUR CODE HERE`."
WORDS = "Write each choice between its quotes, each text between its comments."


class Whole(NamedTuple):
    """A notebook with its solutions, what is graded in it, and the key to its
    questions without code.
    """

    notebook: Any
    tasks: list[grade.Task]
    key: list[str]


def as_it_is(source: Path) -> Whole:
    """A notebook with all its answers in code, a point each."""
    notebook = read(source)
    tasks = answered(notebook.cells)
    mark(notebook.cells, tasks)
    return Whole(notebook, tasks, [])


def assemble(
    sources: Mapping[Path, Sequence[str]], title: str, points: dict[str, float]
) -> Whole:
    """The notebook of chosen exercises; `points` by the number of one."""
    notebook: Any = None
    cells: list[Any] = []
    tasks, key = list[grade.Task](), list[str]()
    for source, numbers in sources.items():
        part = read(source)
        notebook = notebook or part
        cells += part.cells[parts.FIRST - 1 if cells else 0 : parts.FIRST]
        chosen = parts.chosen(part.cells, numbers)
        known = parts.exercises(part.cells)
        asked: dict[int, questions.Question] = {}
        for number in numbers:
            own = [part.cells[k] for k in known[number]]
            if any(BEGIN in cell.source for cell in own):
                worth = points[number]
                tasks += [t._replace(points=worth) for t in answered(own)]
                continue
            for one in questions.of(part.cells, number, points[number]):
                asked[one.place] = one
                tasks.append(one.task)
                key.append(one.key)
        own_places = {place for number in numbers for place in known[number]}
        for place in chosen:
            cell = part.cells[place]
            if place in asked:
                cells += asked[place].cells
            elif BEGIN in cell.source and place not in own_places:
                cells.append(given(cell, source))
            else:
                cells.append(cell)
    cells[0].source = f"# {title}\n\n{CODE}{f' {WORDS}' if key else ''}"
    notebook.cells = numbered(cells)
    mark(cells, tasks)
    return Whole(notebook, tasks, key)


def given(cell: Any, source: Path) -> Any:
    """An answer that is not asked for: it calls the reference."""
    made = deepcopy(cell)
    made.metadata.pop("nbgrader", None)
    made.source = parts.given(cell.source, f"chapter{int(source.stem[:2])}")
    return made


def answered(cells: Iterable[Any]) -> list[grade.Task]:
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


def mark(cells: Sequence[Any], tasks: Sequence[grade.Task]) -> None:
    """Say of each answer in code, and of its check, what nbgrader asks."""
    points = {(task.chapter, task.name): task.points for task in tasks}
    for cell in cells:
        if cell.cell_type != "code" or cell["id"].startswith("answer-"):
            continue
        worth = [points[n] for n in grade.called(cell.source) if n in points]
        if BEGIN in cell.source:
            questions.mark(cell, cell["id"], solution=True)
        elif worth:
            questions.mark(cell, cell["id"], grade=True, points=worth[0])
