"""Recipes in miniature, and a place to run them."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from attnbook.pretrained import captioner, completer, translator
from attnbook.train.settings import Settings
from attncourse.experiments import costs
from attncourse.experiments.results import Result, Table
from attncourse.experiments.workspace import Workspace
from tests.environment import rooms
from tests.toys import multi30k, unchecked

SHORT = Settings(epochs=1, warmup=2, rate=0.01)


class Toy(NamedTuple):
    """A recipe as small as it can be, and what its run must give.

    Its result has the form of the shipped one of the same name, or of the one
    that it is `like`.
    """

    recipe: Any
    rows: dict[str, int | None]  # of each table; None where a search decides
    seeds: tuple[int, ...] = (1,)  # of all rows that say one
    like: str | None = ""
    keeps: bool = True  # checkpoints of what it trains
    timed: bool = False  # what it measures is another time in each run
    # what must be there before it runs
    prepare: Callable[[pytest.MonkeyPatch, Workspace], None] | None = None


def toys() -> dict[str, Toy]:
    """Those of all rooms, by the names of their recipes."""
    return {
        name: toy
        for room in rooms("recipes.toys").values()
        for name, toy in room.TOYS.items()
    }


class Ran:
    """A toy after its run; it can run again elsewhere, and goes on from the
    same checkpoints.
    """

    def __init__(self, toy: Toy, folder: Path):
        self.toy, self.folder = toy, folder
        self.workspace = Workspace(folder / "out")
        self.result = self.run(self.workspace)

    def run(self, workspace: Workspace, recipe: Any = None) -> Result:
        """The result of the toy, or of another recipe, there."""
        with place(self.folder) as monkeypatch:
            if self.toy.prepare:
                self.toy.prepare(monkeypatch, workspace)
            recipe = recipe or self.toy.recipe
            return recipe.run(workspace, progress=False)

    def elsewhere(self, name: str) -> Workspace:
        """An empty workspace beside its own."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return Workspace(self.folder / name)


@contextmanager
def place(folder: Path) -> Iterator[pytest.MonkeyPatch]:
    """Runs lie in this folder, a small Multi30k beside them; what a model says
    is cut off early. Shapes are not checked, which is three times as fast, and
    memory is measured in this process.
    """
    with pytest.MonkeyPatch.context() as monkeypatch, unchecked():
        monkeypatch.setenv("ATTNBOOK_RUNS", str(folder / "runs"))
        multi30k(folder / "data", monkeypatch, count=20)
        for verbs in (captioner, completer, translator):
            monkeypatch.setattr(verbs, "LIMIT", 13)
        monkeypatch.setattr(costs, "afresh", lambda call, *given: call(*given))
        yield monkeypatch


def cells(table: Table, *columns: str) -> list[tuple]:
    """The rows of a table, of these columns alone."""
    return [tuple(row[name] for name in columns) for row in table.rows]
