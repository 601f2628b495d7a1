"""The command `release`, with and without a site."""

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

from tests.cli.toys import run


def exercise(path):
    """A notebook with one solution."""
    answer = (
        "def answer():\n    ### BEGIN SOLUTION\n    return "
        "'the_secret_of_the_answer'\n    ### END SOLUTION"
    )
    nbformat.write(new_notebook(cells=[new_code_cell(answer)]), path)
    return path


def test_release_names_a_notebook_that_there_is_not(places):
    result = run(
        "release",
        str(places / "absent.ipynb"),
        "--to",
        str(places / "students"),
    )
    assert result.exit_code == 2
    assert "absent.ipynb" in result.stderr


def test_release_writes_student_editions(places):
    result = run(
        "release",
        str(exercise(places / "a.ipynb")),
        "--to",
        str(places / "students"),
    )
    assert result.exit_code == 0
    edition = (places / "students" / "a.ipynb").read_text()
    assert "def answer" in edition
    assert "secret" not in edition


def test_release_fails_when_the_site_shows_a_solution(places):
    (places / "site").mkdir()
    page = places / "site" / "page.html"
    page.write_text("nothing of it here")
    command = (
        "release",
        str(exercise(places / "a.ipynb")),
        "--to",
        str(places / "students"),
        "--site",
        str(page.parent),
    )
    assert run(*command).exit_code == 0
    page.write_text("<p>return 'the_secret_of_the_answer'</p>")
    result = run(*command)
    assert result.exit_code == 2
    assert "page.html" in result.output
