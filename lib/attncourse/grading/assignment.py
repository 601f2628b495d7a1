"""An assignment: exercises that an instructor chooses, as one notebook for
students, and what the instructor keeps.

Before anything is written the notebook has been run, its solutions have had
all points, the edition without them none, and nothing of them stands in what
students get.
"""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from attnbook import files
from attncourse.grading import grade, hidden, judging, leaks, release
from attncourse.grading.assembly import Whole, assemble
from attncourse.grading.classroom import Assignment
from attncourse.grading.notebooks import optional, read
from attncourse.grading.sandbox.start import DIRECT
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.solutions import Solution, telling

UNFIT = (
    "these exercises cannot be assigned alone: perhaps they need the answer to "
    "another one as students write it. Their solutions say: "
)
README = """\
# {title}

1. Open `{name}.ipynb` in JupyterLab or VS Code, or upload it to Colab (its
   first cell installs what it needs).
2. Write your answers where it says `YOUR CODE HERE`{words},
   and leave the other cells as they are.
3. Below each answer in code stands a check: run it as often as you like. It
   says what is right, and if something is not, where.
4. Hand in the notebook, saved, under its own name.

{table}
Your functions are graded by these checks, and by cases that are not in the
notebook. You may define further functions, and use torch as in the chapters.
Prints and plots do not count.
"""
WORDS = """,
   each choice as its letter between the quotes, each text where it says
   `YOUR ANSWER HERE`"""


class Options(NamedTuple):
    """What an instructor may ask for beside the exercises.

    cases: a file of own cases (see `hidden`).
    site: a built site that must not show the answers.
    without: folds that students do not get (see `release.student`).
    """

    cases: Path | None = None
    site: Path | None = None
    without: Sequence[str] = ()


USUAL = Options()


def assign(
    sources: Mapping[Path, Sequence[str]],
    folder: Path,
    name: str,
    points: dict[str, float],
    seed: int,
    options: Options = USUAL,
) -> list[Path]:
    """Write an assignment: `student/` with the notebook and a README,
    `instructor/` with its solutions and what is graded. Returns the paths.

    Raises ValueError, and writes nothing, if it is not right, FileExistsError
    if there is one already.
    """
    if folder.exists():
        raise FileExistsError(f"there is something already: {folder}")
    for source in sources:
        if folder.resolve().is_relative_to(source.resolve().parent):
            raise ValueError(
                f"{folder} lies among the exercises: give a folder elsewhere"
            )
    whole = assemble(sources, name.replace("-", " "), points)
    with TemporaryDirectory() as place:
        made = Path(place, name)
        build(name, whole, made, seed, options)
        shutil.copytree(made, folder)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def public(sources: Iterable[Path]) -> bool:
    """Whether one of these belongs to the course, whose site shows the
    answers.
    """
    return any("attnbook" in read(source).metadata for source in sources)


def homeless(sources: Iterable[Path]) -> bool:
    """Whether one of these installs the course from an address that nobody
    has set.
    """
    cells = (cell for source in sources for cell in read(source).cells)
    return any("github.com/OWNER/" in cell.source for cell in cells)


def build(
    name: str, whole: Whole, place: Path, seed: int, options: Options
) -> None:
    """Write an assignment, and see that it is right. The cases of the
    instructor's file go to the exercises that they are for.
    """
    own: hidden.Cases = {}
    if options.cases:
        coded = [task for task in whole.tasks if task.coded]
        known = {t.name: judging.exercise(t.chapter, t.name) for t in coded}
        own = hidden.read(options.cases, known)
    tasks = [t._replace(cases=own.get(t.name, ())) for t in whole.tasks]
    asked = Assignment(tuple(tasks), seed, name)
    keep, give = place / "instructor", place / "student"
    solved = keep / f"{name}.ipynb"
    text = optional("nbformat").writes(whole.notebook) + "\n"
    files.write(solved, text.encode())
    files.write(keep / "assignment.json", asked.json().encode())
    if whole.key:
        files.write(keep / "key.md", "\n".join(whole.key).encode())
    if options.cases:
        files.write(keep / "cases.py", options.cases.read_bytes())
    (edition,) = release.release([solved], give, options.without)
    files.write(give / "README.md", readme(asked).encode())
    kept_apart(keep, give, options.site)
    proved(solved, edition, asked)


def kept_apart(keep: Path, give: Path, site: Path | None) -> None:
    """Raises ValueError if something that the instructor keeps stands in what
    students get, or on a site.
    """
    more = [
        Solution(name, telling((keep / name).read_text().splitlines()), set())
        for name in ("key.md", "cases.py")
        if (keep / name).is_file()
    ]
    for folder in filter(None, (give, site)):
        found = leaks.leaks(keep.glob("*.ipynb"), [folder], more)
        if found:
            raise ValueError("\n".join(["answers are public:", *found]))


def proved(solved: Path, edition: Path, assignment: Assignment) -> None:
    """Raises ValueError unless the solutions have all points, their cells end
    in no error, and the edition has no point.
    """
    tasks, seed = assignment.tasks, assignment.seed
    report = grade.grade(
        grade.cells(solved), tasks, seed, Workers(DIRECT), whole=True
    )
    wrong = [one for one in report.grades if one.points < one.of]
    if report.errors or wrong:
        said = [*report.errors.values(), *(one.message for one in wrong)]
        raise ValueError(f"{UNFIT}{' '.join(said)}")
    if grade.grade(grade.cells(edition), tasks, seed, Workers(DIRECT)).points:
        raise ValueError("the edition without solutions has points")


def readme(assignment: Assignment) -> str:
    """What students read."""
    rows = [
        f"| `{t.name}` | {t.points:g} |"
        if not t.by_hand
        else f"| `{t.name}` | {t.by_hand:g}, by your instructor |"
        for t in assignment.tasks
    ]
    table = "\n".join(["| answer | points |", "| --- | --- |", *rows, ""])
    words = "" if all(t.coded for t in assignment.tasks) else WORDS
    title = assignment.name.replace("-", " ")
    return README.format(
        title=title, name=assignment.name, table=table, words=words
    )
