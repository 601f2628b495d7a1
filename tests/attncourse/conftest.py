"""What tests of recipes share."""

from collections.abc import Callable
from functools import cache

import pytest

from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import Ran, place, toys


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """The folder where runs lie, a fresh one."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


@pytest.fixture
def workspace(tmp_path):
    """Where a recipe writes; it reads a small Multi30k."""
    with place(tmp_path):
        yield Workspace(tmp_path / "out")


@pytest.fixture(scope="session")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Ran]:
    """The toy of a recipe after its run, which it has once."""
    return cache(lambda name: Ran(toys()[name], tmp_path_factory.mktemp(name)))
