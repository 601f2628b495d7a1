"""A made-up next chapter: its room, its notebooks, its tests, and lines in
tables of contents are all that it takes.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from attncourse.rooms import chapters
from tests.environment import ROOT, tracked

pytestmark = pytest.mark.long

COUNT = len(chapters())
LAST, NEXT = f"chapter{COUNT}", f"chapter{COUNT + 1}"
MADE = f"{COUNT + 1}_made_up"
MADE_UP = {
    "recipes/__init__.py": '''"""The recipes of a made-up chapter."""

from attncourse.experiments.recipes import Entry

CATALOGUE = {"made-up": Entry("made_up:MADE_UP", "squares of small numbers")}
''',
    "recipes/made_up.py": '''"""Squares."""

from dataclasses import dataclass

from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Squares:
    """The squares of whole numbers."""

    name: str = "made-up"
    most: int = 4

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Square them."""
        rows = [{"number": n, "square": n * n} for n in range(self.most)]
        return workspace.write(self, seconds=0.0, tables={"squares": rows})


MADE_UP = Squares()
''',
    "findings/made_up.py": '''"""What squares show."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables


def growth() -> Finding:
    """Squares grow."""
    stored = results.load("made-up")
    column = stored.table("squares").column("square")
    assert column == sorted(column), "squares grow"
    figure = tables.table(stored.table("squares").rows)
    caption = f"Squares of {len(column)} whole numbers."
    return Finding("made_up.growth", figure, caption, (stored,))
''',
    "drawings/idea.py": '''"""The small drawing of the chapter."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    card.box(118, 64, 90, 60, "a square", "value")
    alt = "One small box in the middle of an empty card, which says: a square."
    return finish(card, alt, "The idea is a square, drawn small.")
''',
    "results.md": f"""## What are squares?

```{{finding}} {NEXT}.made_up.growth
```
""",
}
REFUTED = '''"""What refutes the claims of a made-up chapter."""

from tests.attncourse.experiments.stored import put

REFUTED = {
    ("made-up", "made_up.growth"): [put("squares", "square", 99, number=0)]
}
'''
DOORS = ("", "check/", "drawings/", "findings/", "live/")
JUDGED = (
    f"made_up or made-up or {NEXT} or one_result or same_map",
    "tests/attncourse/test_course.py",
    *(
        f"tests/attncourse/{name}.py"
        for name in (
            *("experiments/test_recipes", "experiments/test_results"),
            *("experiments/test_finding", "experiments/test_refuted"),
            "drawing/test_drawing",
        )
    ),
)
"""Tests of the engines, which find the new chapter by themselves."""


class Copy:
    """A copy of the checkout, for changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for path in tracked():
            there = folder / path
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, there)
        subprocess.run(["git", "init", "-q"], cwd=folder, check=True)

    def write(self, name: str, text: str) -> None:
        """A new file."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        """The text of a file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        """Python in the copy: its exit status, and what it said."""
        lib = self.folder / "lib"
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": f"{lib}:{self.folder}:book"},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr

    def test(self, only: str, *names: str) -> tuple[int, str]:
        """Files of tests, those tests whose names say so."""
        quiet = ("-v", "-p", "no:nbval", "-p", "no:cacheprovider", "--no-cov")
        return self.run("-m", "pytest", *quiet, *names, "-k", only)


def made(folder: Path) -> Copy:
    """A checkout with one more chapter, in no table of contents."""
    copy, room = Copy(folder), f"lib/attncourse/{NEXT}"
    for door in DOORS:
        front = copy.read(f"lib/attncourse/{LAST}/{door}__init__.py")
        text = front.replace(str(COUNT), str(COUNT + 1))
        copy.write(f"{room}/{door}__init__.py", text)
    for name, text in MADE_UP.items():
        copy.write(f"{room}/{name}", text)
    copy.write(f"tests/attncourse/{NEXT}/findings/refuted.py", REFUTED)
    for name in ("chapters/{}", "chapters/exercises/{}"):
        text = copy.read(name.format("04_attention_layer.ipynb"))
        text = text.replace("04_attention_layer", MADE)
        copy.write(name.format(f"{MADE}.ipynb"), text)
    said = copy.run(
        "-m", "attncourse", "run", "made-up", "--out", f"{room}/results"
    )
    assert said[0] == 0, said[1]
    return copy


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The same for all tests, which leave it as they found it."""
    return made(tmp_path_factory.mktemp("course"))


def test_engines_find_what_stands_in_the_room(made_up) -> None:
    code, said = made_up.test(*JUDGED)
    assert code == 0, said
    for name in (
        "of_the_code[made-up]",
        "[made_up.growth]",
        f"[{NEXT}.idea]",
    ):
        assert name in said


def test_the_room_points_to_earlier_chapters_alone(made_up) -> None:
    code, said = made_up.run(
        "-c", "from importlinter.cli import lint_imports_command as c; c()"
    )
    assert code == 0, said


def test_the_first_page_has_its_card(made_up) -> None:
    """With its question, its minutes and its figure of the short path."""
    code, said = made_up.run(
        "-c", "from extension import cards as c; print(c.cards(), c.path())"
    )
    assert code == 0, said
    for part in ("", "exercises/"):
        assert f"../chapters/{part}{MADE}" in said


OUTSIDE = {
    *("_toc.yml", "book/claims.md", "book/comparisons.md"),
    "book/deviations.md",
    *("book/end.md", "book/interview.md", "book/playground.md"),
    "pyproject.toml",
}
"""Contents, ledgers, what leads to it, asks and plays, the order of the
chapters.
"""


def test_nothing_outside_its_room_names_the_last_chapter() -> None:
    """But for its notebooks, and for tests of the engines, which take examples
    from all chapters.
    """
    own = re.compile(rf"lib/attncourse/{LAST}/|chapters/|tests/|.*\.(json|png)")
    name = rf"{LAST}\b|/{COUNT:02}_".encode()
    named = {
        str(path)
        for path in tracked()
        if not own.match(str(path))
        and re.search(name, (ROOT / path).read_bytes())
    }
    assert named <= OUTSIDE
