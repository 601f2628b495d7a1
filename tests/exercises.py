"""What instructors want to know of each exercise and nobody sees at a glance:
`python -m tests.exercises` writes it into `book/teach/exercises.json`, in some
minutes.

alone: whether an assignment of this exercise and no other can be made.
wrong, traced: how many wrong answers its bank has, and how many of those the
check traces to one step, or one mistake, by its name.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attncourse.checks import checker
from attncourse.checks.diagnosis.diagnosis import Diagnosis
from attncourse.checks.loops.runs import Fault
from attncourse.checks.refusal import Refusal
from attncourse.grading import assignment, parts
from attncourse.grading.notebooks import read
from tests.attncourse.checks.bank import load
from tests.environment import ROOT

SOURCE = ROOT / "chapters" / "exercises"
FILE = ROOT / "book" / "teach" / "exercises.json"


def exercises() -> dict[str, list[Any]]:
    """The cells of every exercise by its number."""
    found = {}
    for path in sorted(SOURCE.glob("*.ipynb")):
        cells = read(path).cells
        for number, places in parts.exercises(cells).items():
            found[number] = [cells[place] for place in places]
    return found


def alone(number: str) -> bool:
    """Whether an assignment can be made of it."""
    with TemporaryDirectory() as place:
        folder = Path(place, "week")
        try:
            sources = parts.found(SOURCE, [number])
            assignment.assign(sources, folder, "week", {number: 1.0}, 1)
        except ValueError:
            return False
        return True


def bank(cells: list[Any]) -> dict[str, int]:
    """What the check says of the wrong answers; nothing where there is none."""
    tasks = assignment.answered(cells)
    if not tasks:
        return {}
    (task,) = tasks
    check = checker.checks(f"attncourse.{task.chapter}.check")[task.name]
    wrongs = load(f"{task.chapter}.{task.name}").wrongs
    traced = sum(is_traced(check, wrong) for _, wrong in wrongs)
    return {"wrong": len(wrongs), "traced": traced}


def is_traced(check: checker.Check, wrong: Any) -> bool:
    """Whether a wrong answer hears which step is wrong, and how."""
    try:
        check.judge(wrong)
    except Refusal as refusal:
        match refusal.seen:
            case Diagnosis() as seen:
                return seen.slip is not None
            case Fault() as seen:
                return bool(seen.hint)
    return False


def measured() -> Iterator[tuple[str, dict[str, Any]]]:
    """One exercise after the other."""
    for number, cells in exercises().items():
        yield number, {"alone": alone(number), **bank(cells)}


def written(found: dict[str, Any]) -> str:
    """As it stands in the file: a line for each exercise."""
    rows = (f'  "{n}": {json.dumps(said)}' for n, said in found.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(dict(measured())), "utf-8")
