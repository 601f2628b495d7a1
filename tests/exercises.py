"""What instructors want to know of each exercise and nobody sees at a glance:
`python -m tests.exercises` writes it into `book/teach/exercises.json`, in some
minutes.

alone: whether an assignment of this exercise and no other can be made; else
    `beside` is the first of its notebook with which it can.
wrong, traced: how many wrong answers its bank has, and how many of those the
check traces to one step, or one mistake, by its name.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attncourse.checks import checker
from attncourse.checks.diagnosis.diagnosis import Diagnosis
from attncourse.checks.failed import CheckFailed
from attncourse.checks.loops.runs import Fault
from attncourse.grading import assembly, assignment, parts
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


def assigned(*numbers: str) -> bool:
    """Whether an assignment can be made of these."""
    with TemporaryDirectory() as place:
        folder, points = Path(place, "week"), dict.fromkeys(numbers, 1.0)
        try:
            sources = parts.found(SOURCE, numbers)
            assignment.assign(sources, folder, "week", points, 1)
        except ValueError:
            return False
        return True


def company(number: str) -> dict[str, Any]:
    """Whether it can be assigned alone, or beside which other one."""
    if assigned(number):
        return {"alone": True}
    before = [n for n in exercises() if n[0] == number[0] and n < number]
    beside = next((n for n in before if assigned(n, number)), "")
    return {"alone": False, "beside": beside}


def bank(cells: list[Any]) -> dict[str, int]:
    """What the checks say of the wrong answers; nothing where there is none."""
    found: Counter[str] = Counter()
    for task in assembly.answered(cells):
        check = checker.checks(f"attncourse.{task.chapter}.check")[task.name]
        wrongs = load(f"{task.chapter}.{task.name}").wrongs
        traced = sum(is_traced(check, wrong) for _, wrong in wrongs)
        found.update(wrong=len(wrongs), traced=traced)
    return dict(found)


def is_traced(check: checker.Check, wrong: Any) -> bool:
    """Whether a wrong answer hears which step is wrong, and how."""
    try:
        check.judge(wrong)
    except CheckFailed as failed:
        match failed.seen:
            case Diagnosis() as seen:
                return seen.slip is not None
            case Fault() as seen:
                return bool(seen.hint)
    return False


def measured() -> Iterator[tuple[str, dict[str, Any]]]:
    """One exercise after the other."""
    for number, cells in exercises().items():
        yield number, {**company(number), **bank(cells)}


def written(found: dict[str, Any]) -> str:
    """As it stands in the file: a line for each exercise."""
    rows = (f'  "{n}": {json.dumps(said)}' for n, said in found.items())
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(dict(measured())), "utf-8")
