"""A source with its solution, and where students can read."""

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
