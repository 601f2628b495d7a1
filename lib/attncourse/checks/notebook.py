"""In a notebook: an answer that is not there, since its cell did not run."""

import pkgutil
import sys
from typing import Any

from attncourse.rooms import chapters

MISSING = (
    "The cell that defines {} did not run, or ended in an error: run it again, "
    "and read what it says."
)


def missing(error: NameError) -> str | None:
    """What to say of a name that an answer should have; None for others."""
    folders = [
        f"{chapter.__path__[0]}/check" for chapter in chapters().values()
    ]
    answers = {file.name for file in pkgutil.iter_modules(folders)}
    return MISSING.format(error.name) if error.name in answers else None


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
