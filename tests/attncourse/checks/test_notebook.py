"""In a notebook: an answer whose cell did not run."""

import sys

import pytest
from IPython.core.interactiveshell import InteractiveShell

from attncourse.checks import notebook


@pytest.fixture
def shell(monkeypatch):
    """A shell that watches for answers that are not there."""
    made = InteractiveShell()
    monkeypatch.setattr(sys.modules["IPython"], "get_ipython", lambda: made)
    notebook.watch()
    return made


@pytest.mark.parametrize(
    ("name", "told"), [("gru_step", True), ("something", False)]
)
def test_a_check_of_a_name_that_is_not_there_says_why(
    shell, capsys, name, told
):
    shell.run_cell(f"def {name}(:")
    error = shell.run_cell(f"check = print\ncheck({name})").error_in_exec
    assert isinstance(error, NameError)
    words = f"The cell that defines {name} did not run, or ended in an error"
    assert (words in str(error)) == told
    assert (words in capsys.readouterr().out) == told


def test_without_a_notebook_nothing_is_watched(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython")
    notebook.watch()
