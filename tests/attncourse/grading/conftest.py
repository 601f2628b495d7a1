"""A source with its solution, where students can read, and a sandbox."""

import os
import shutil

import pytest

from tests.attncourse.grading.toys import SOLVED, write


@pytest.fixture
def source(tmp_path):
    """A source with one solution."""
    return write(tmp_path / "private" / "areas.ipynb", SOLVED)


@pytest.fixture
def site(tmp_path):
    """A folder that students can read."""
    (tmp_path / "site").mkdir()
    return tmp_path / "site"


@pytest.fixture
def bwrap() -> None:
    """Skips where bubblewrap is missing; in continuous integration it is
    there.
    """
    if shutil.which("bwrap") is None and os.environ.get("CI") != "true":
        pytest.skip("no bwrap on this machine (Debian: bubblewrap)")
