"""What tests of recipes share."""

import pytest

from attnbook.pretrained import translator as verbs
from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import place
from tests.toys import multi30k


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """The folder where runs lie, a fresh one."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"


@pytest.fixture
def workspace(tmp_path):
    """Where a recipe of translators writes; it reads a small Multi30k."""
    with place(tmp_path, verbs) as monkeypatch:
        multi30k(tmp_path / "data", monkeypatch)
        yield Workspace(tmp_path / "out")
