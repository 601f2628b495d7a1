"""The exercises of a notebook, and the cells that they need.

A cell of another exercise that the chosen ones need (a function, a few
numbers) comes with them, with the paragraph before it; of another answer that
they need comes what calls the reference of the course. Of a question without
code come no cells that show its answer.
"""

import ast
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attncourse.grading.notebooks import read
from attncourse.grading.sandbox import needs
from attncourse.grading.solutions import BEGIN

HEADING = re.compile(r"## Exercise (\d+\.\d+): ")
FIRST = 3  # title, set-up and imports
GUESS = "> **Prediction:**"
CHOICES = "<summary>What each choice says</summary>"
ABSENT = (
    "no exercise {} in {}: give the command in a clone of the course, or say "
    "where the notebooks are, as --source FOLDER"
)
MODEL = "<summary>A model answer</summary>"


def exercises(cells: Sequence[Any]) -> dict[str, list[int]]:
    """The places of the cells of each exercise of a notebook, by its number."""
    found: dict[str, list[int]] = {}
    current = None
    for place, cell in enumerate(cells):
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            heading = HEADING.match(cell.source)
            current = found.setdefault(heading[1], []) if heading else None
        if current is not None:
            current.append(place)
    return found


def found(folder: Path, numbers: Sequence[str]) -> dict[Path, list[str]]:
    """The notebooks that hold exercises of these numbers, in their order.

    Raises ValueError for a number that none has, or that stands twice.
    """
    made: dict[Path, list[str]] = {}
    for number in numbers:
        chapter = number.partition(".")[0]
        paths = (
            sorted(folder.glob(f"{int(chapter):02}_*.ipynb"))
            if chapter.isdigit()
            else []
        )
        if not paths:
            raise ValueError(ABSENT.format(number, folder))
        # a chapter may have several notebooks
        holds = (p for p in paths[1:] if number in exercises(read(p).cells))
        path = next(holds, paths[0])
        if number in made.setdefault(path, []):
            raise ValueError(f"exercise {number} stands twice")
        made[path].append(number)
    return made


def names(code: str) -> tuple[set[str], set[str]]:
    """The names that a cell defines, and those that it needs of others."""
    found = needs.names(code)
    return {*found.made}, {*found.used - found.made}


def kept(cells: Sequence[Any], places: Sequence[int]) -> list[int]:
    """The places of an exercise that an assignment shows.

    With an answer in code: all. Else those that do not tell the right choice:
    no cell that shows it, none that needs such a cell or speaks of it; and of
    a question with a model answer all up to that. Raises ValueError for an
    exercise that asks for nothing.
    """
    if any(BEGIN in cells[k].source for k in places):
        return [*places]
    model = next((k for k in places if MODEL in cells[k].source), None)
    if model is not None:
        return [k for k in places if k <= model]
    first = next((k for k in places if GUESS in cells[k].source), None)
    if first is None:
        raise ValueError("it has no answer to be graded")
    shows: set[str] = set()
    code = set[int]()
    for k in places:
        if cells[k].cell_type != "code":
            continue
        made, wanted = names(cells[k].source)
        if "guess" in cells[k].metadata.get("tags", []) or wanted & shows:
            shows |= made
        else:
            code.add(k)
    return [
        k
        for k in places
        if k in code
        or cells[k].cell_type == "markdown"
        and CHOICES not in cells[k].source
        and (k <= first or GUESS in cells[k].source or k + 1 in code)
    ]


def chosen(cells: Sequence[Any], numbers: Sequence[str]) -> list[int]:
    """The places of the cells that an assignment of these exercises has.

    Raises ValueError for an exercise that there is not, that has no answer to
    write, or whose answer another one shows.
    """
    known = exercises(cells)
    taken: set[int] = set()
    shows: dict[int, str] = {}
    for number in numbers:
        if number not in known:
            raise ValueError(f"there is no exercise {number}")
        try:
            shown = kept(cells, known[number])
        except ValueError as error:
            raise ValueError(f"exercise {number}: {error}") from error
        taken |= {*shown}
        shows |= dict.fromkeys({*known[number]} - {*shown}, number)
    asked, queue = frozenset(taken), sorted(taken)
    while queue:
        place = queue.pop()
        if cells[place].cell_type != "code":
            continue
        code = cells[place].source
        if BEGIN in code and place not in asked:
            code = given(code, "chapter")
        for name in sorted(names(code)[1]):
            source = maker(cells, name, place)
            if source is None or source < FIRST or source in taken:
                continue
            if source in shows:
                raise ValueError(
                    f"exercise {shows[source]} cannot be asked here: another "
                    f"one needs `{name}`, from a cell that shows its answer"
                )
            taken.add(source)
            queue.append(source)
    return sorted(taken | {k - 1 for k in taken - asked if tells(cells[k - 1])})


def tells(cell: Any) -> bool:
    """Whether this is the paragraph that tells of the next cell; a task, a
    guess and a fold belong to what is not asked.
    """
    text = cell.source
    folds = GUESS in text or "<details>" in text or HEADING.match(text)
    return cell.cell_type == "markdown" and not folds


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
