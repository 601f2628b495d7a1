"""What tests of recipes share."""

import pytest


@pytest.fixture
def runs(tmp_path, monkeypatch):
    """The folder where runs lie, a fresh one."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    return tmp_path / "runs"
