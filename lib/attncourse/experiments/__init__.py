"""What the stored results show: one file (or folder) for each recipe file, one
function for each finding.

A finding is a picture or a table, a caption that says what was found, on how
much, with how many seeds, and the claim behind it, asserted. Chapters show
findings, `book/results.md` lists them all, tests call the same functions.
"""

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    """`findings.memory` imports that file when it is asked for."""
    try:
        return importlib.import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(
            f"there is no finding of a recipe file {name!r}"
        ) from error
