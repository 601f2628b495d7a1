"""In a notebook: an answer that is not there, since its cell did not run."""

import sys
from pathlib import Path
from typing import Any

MISSING = (
    "The cell that defines {} did not run, or ended in an error: run it again, "
    "and read what it says."
)


def missing(error: NameError) -> str | None:
    """What to say of a name that an answer should have; None for others."""
    folders = Path(__file__).parent.glob("chapter*")
    names = {file.stem for folder in folders for file in folder.glob("*.py")}
    return MISSING.format(error.name) if error.name in names else None


def watch() -> None:
    """From now on, the notebook says so when a check finds no answer."""
    ipython = sys.modules.get("IPython")
    if ipython and (shell := ipython.get_ipython()):
        shell.set_custom_exc((NameError,), _told)


def _told(
    shell: Any, kind: Any, error: NameError, trace: Any, tb_offset: Any = None
) -> None:
    if more := missing(error):
        error.args = (f"{error}. {more}",)
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)
