"""The notebook of an assignment, with its solutions."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from attncourse.grading import grade, parts, questions
from attncourse.grading.notebooks import alone, optional, read
from attncourse.grading.solutions import BEGIN
from attncourse.grading.tasks import Task

CODE = "Write your answers where it says `YOUR CODE HERE`."
GIVEN = "The next cells are given: what is asked below needs them."
WORDS = "Write each choice between its quotes, each text between its comments."


class Whole(NamedTuple):
    """A notebook with its solutions, what is graded in it, and the key to its
    questions without code.
    """

    notebook: Any
    tasks: list[Task]
    key: list[str]


def assemble(
    sources: Mapping[Path, Sequence[str]], title: str, points: dict[str, float]
) -> Whole:
    """The notebook of chosen exercises; `points` by the number of one, which
    its answers share.
    """
    notebook: Any = None
    cells: list[Any] = []
    tasks, key = list[Task](), list[str]()
    for source, numbers in sources.items():
        part = alone(read(source))
        notebook = notebook or part
        known = parts.exercises(part.cells)
        chosen = parts.chosen(part.cells, numbers)
        asked: dict[int, questions.Question] = {}
        for number in numbers:
            own = [part.cells[k] for k in known[number]]
            worth = points[number]
            if any(BEGIN in cell.source for cell in own):
                some = answered(own)
                tasks += [t._replace(points=worth / len(some)) for t in some]
                continue
            for one in questions.of(part.cells, number, worth):
                asked[one.place] = one
                tasks.append(one.task)
                key.append(one.key)
        mine = {place for number in numbers for place in known[number]}
        cells += part.cells[parts.FIRST - 1 if cells else 0 : parts.FIRST]
        cells += taken(part.cells, chosen, mine, asked, source)
    cells[0].source = f"# {title}\n\n{CODE}{f' {WORDS}' if key else ''}"
    notebook.cells = numbered(cells)
    mark(cells, tasks)
    return Whole(notebook, tasks, key)


def taken(
    cells: Sequence[Any],
    places: Sequence[int],
    mine: Collection[int],
    asked: Mapping[int, questions.Question],
    source: Path,
) -> Iterator[Any]:
    """The cells at these places; `mine` are those of the chosen exercises, and
    all others are told to be given.
    """
    for before, place in zip([-1, *places], places, strict=False):
        if place not in mine and (before in mine or before < 0):
            yield optional("nbformat.v4").new_markdown_cell(GIVEN, id="given")
        if place in asked:
            yield from asked[place].cells
        elif BEGIN in cells[place].source and place not in mine:
            yield given(cells[place], source)
        else:
            yield cells[place]


def given(cell: Any, source: Path) -> Any:
    """An answer that is not asked for: it calls the reference."""
    made = deepcopy(cell)
    made.metadata.pop("nbgrader", None)
    made.source = parts.given(cell.source, f"chapter{int(source.stem[:2])}")
    return made


def answered(cells: Iterable[Any]) -> list[Task]:
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


def mark(cells: Sequence[Any], tasks: Sequence[Task]) -> None:
    """Say of each answer in code, and of its check, what nbgrader asks."""
    points = {(task.chapter, task.name): task.points for task in tasks}
    for cell in cells:
        if cell.cell_type != "code" or cell["id"].startswith("answer-"):
            continue
        worth = [points[n] for n in grade.called(cell.source) if n in points]
        if BEGIN in cell.source:
            questions.mark(cell, cell["id"], solution=True)
        elif worth:
            questions.mark(cell, cell["id"], grade=True, points=sum(worth))
