"""The command `release`, with and without a site."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.attncourse.cli.toys import done, refused


@pytest.fixture
def released(places):
    """A notebook with one solution, and where its edition goes."""
    answer = (
        "def answer():\n    ### BEGIN SOLUTION\n    return "
        "'the_secret_of_the_answer'\n    ### END SOLUTION"
    )
    path = places / "a.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell(answer)]), path)
    return "release", str(path), "--to", str(places / "students")


def test_release_names_a_notebook_that_there_is_not(released):
    command, path, *to = released
    absent = path.replace("a.ipynb", "absent.ipynb")
    assert "absent.ipynb" in refused(command, absent, *to)


def test_release_writes_student_editions(places, released):
    done(*released)
    edition = (places / "students" / "a.ipynb").read_text()
    assert "def answer" in edition
    assert "secret" not in edition


def test_release_fails_when_the_site_shows_a_solution(places, released):
    page = places / "site" / "page.html"
    page.parent.mkdir()
    page.write_text("nothing of it here")
    command = (*released, "--site", str(page.parent))
    done(*command)
    page.write_text("<p>return 'the_secret_of_the_answer'</p>")
    assert "page.html" in refused(*command)
