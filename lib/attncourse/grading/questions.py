"""Questions without code in an assignment: below each a cell for the answer,
and the instructor's key.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from attncourse.grading.notebooks import optional
from attncourse.grading.parts import CHOICES, GUESS, MODEL, exercises
from attncourse.grading.solutions import BEGIN, END
from attncourse.grading.tasks import Task

OFFERED = re.compile(r"^> - \((\w)\)", re.MULTILINE)
RIGHT = re.compile(r"^- \((\w)\) Right", re.MULTILINE)
FOLD = re.compile(r"<summary>.*?</summary>\s*(.*?)\s*</details>", re.DOTALL)
CHOICE = """\
# {name} is the letter of your choice, in quotes: {letters}
### {begin}
{name} = "{key}"
### {end}"""
CHOSEN = """\
assert {name} in {offered}, "choose one of {letters}"
print("{name}: a choice is made")
### BEGIN HIDDEN TESTS
assert {name} == "{key}", "another choice is right"
### END HIDDEN TESTS"""
WORDS = """\
<!-- {name} begins -->
### {begin}
{model}
### {end}
<!-- {name} ends -->"""


class Question(NamedTuple):
    """What is asked: its paragraph, the cells for the answer, what is graded,
    and what the instructor's key says.
    """

    place: int
    cells: list[Any]
    task: Task
    key: str


def of(cells: Sequence[Any], number: str, points: float) -> Iterator[Question]:
    """The questions of an exercise without code; they share its points.
    Raises ValueError for choices none of which is right.
    """
    chapter, _, _ = number.partition(".")
    lead, name = f"chapter{chapter}", number.replace(".", "_")
    places = exercises(cells)[number]
    model = next((k for k in places if MODEL in cells[k].source), None)
    if model is not None:
        task = Task(lead, f"text_{name}", 0.0, by_hand=points)
        yield text(task, cells[model], model)
        return
    guesses = [k for k in places if GUESS in cells[k].source]
    share = points / len(guesses)
    for count, place in enumerate(guesses, 1):
        fold = next(c for c in cells[place:] if CHOICES in c.source).source
        found = RIGHT.search(fold)
        if not found:
            raise ValueError(f"exercise {number}: no choice is right")
        task = Task(lead, f"answer_{name}_{count}", share, key=found[1])
        yield choice(task, cells[place], place, fold)


def choice(task: Task, asked: Any, place: int, fold: str) -> Question:
    """A question with choices: a cell for the letter, and one that asks for
    it, which has the points in nbgrader.
    """
    letters = OFFERED.findall(asked.source)
    words = {
        "name": task.name,
        "key": task.key,
        "letters": f"{', '.join(letters[:-1])} or {letters[-1]}",
        "offered": tuple(letters),
        "begin": BEGIN,
        "end": END,
    }
    new = optional("nbformat.v4").new_code_cell
    answer = new(CHOICE.format(**words), id=task.name.replace("_", "-"))
    mark(answer, task.name, solution=True)
    check = new(CHOSEN.format(**words), id=f"{answer['id']}-check")
    mark(check, f"{task.name}-check", grade=True, points=task.points)
    key = f'## {task.name} = "{task.key}"\n\n{inside(fold)}\n'
    return Question(place, [asked, answer, check], task, key)


def text(task: Task, cell: Any, place: int) -> Question:
    """A question that is answered in words, which nbgrader's instructor
    grades by hand; its cell stands where the model answer stood.
    """
    model = inside(cell.source)
    words = WORDS.format(name=task.name, model=model, begin=BEGIN, end=END)
    ident = task.name.replace("_", "-")
    answer = optional("nbformat.v4").new_markdown_cell(words, id=ident)
    mark(answer, task.name, grade=True, solution=True, points=task.by_hand)
    return Question(place, [answer], task, f"## {task.name}\n\n{model}\n")


def inside(fold: str) -> str:
    """What a fold holds."""
    found = FOLD.search(fold)
    return found[1] if found else fold


def mark(
    cell: Any,
    name: str,
    grade: bool = False,
    solution: bool = False,
    points: float | None = None,
) -> None:
    """Say of a cell what nbgrader asks."""
    said: dict[str, Any] = {"schema_version": 3, "task": False}
    said |= {"grade_id": name}
    said |= {"grade": grade, "solution": solution, "locked": not solution}
    if points is not None:
        said["points"] = points
    cell.metadata["nbgrader"] = said


def blank(cell: Any, stub: str) -> None:
    """Let a student's choice begin with nothing, where nbgrader has written
    that it is not implemented.
    """
    name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
    if name.startswith("answer_") and stub in cell.source:
        cell.source = cell.source.replace(stub, f'{name} = ""')
