"""Notebooks as they lie in files. Needs the optional dependencies [grading]."""

import importlib
import logging
import posixpath
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attnbook import files

LARGEST = 2**28  # bytes that a notebook may have
HOME = re.compile(r"https://colab\.research\.google\.com/github/([^)\s]+)\)")
NEAR = re.compile(r"\]\(([\w./-]+\.(?:ipynb|md)(?:#[\w-]+)?)\)")


def read(source: Path) -> Any:
    """The notebook in a file. Raises ValueError, with the file's name, for
    anything else that a file may hold.
    """
    return parsed(files.regular(source, LARGEST).read_bytes(), source)


def parsed(content: bytes, source: object, strict: bool = True) -> Any:
    """The notebook that a file holds. Raises ValueError, with the name of the
    source, for anything else.

    strict: all of it must be as the format has it; else what is read here is
    enough: that cells have a kind and a text.
    """
    nbformat = optional("nbformat")
    try:
        text = content.decode("utf-8-sig")
        with quiet():
            notebook = nbformat.reads(text, as_version=4)
        if strict:
            nbformat.validate(notebook)
        for cell in notebook.cells:
            if not {type(cell.cell_type), type(cell.source)} == {str}:
                raise TypeError("a cell has no kind, or no text")
    # nbformat raises AttributeError, TypeError, KeyError and errors of its own
    except Exception as error:
        reason, *_ = str(error).split("\n")
        raise ValueError(f"not a notebook: {source}: {reason}") from error
    return notebook


@contextmanager
def quiet() -> Iterator[None]:
    """Without a word of nbformat's on what is not quite right."""
    log = logging.getLogger("traitlets")
    before, log.disabled = log.disabled, True
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    finally:
        log.disabled = before


def alone(notebook: Any) -> Any:
    """The notebook without its neighbours: links to other files of its
    repository lead to GitHub, where the Colab badge says that it lies.
    """
    text = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    badges = (HOME.search(cell.source) for cell in text)
    if home := next(filter(None, badges), None):
        folder = posixpath.dirname(home[1])

        def far(link: re.Match[str]) -> str:
            path = posixpath.normpath(posixpath.join(folder, link[1]))
            return f"](https://github.com/{path})"

        for cell in text:
            cell.source = NEAR.sub(far, cell.source)
    return notebook


def optional(module: str) -> Any:
    """A module that only instructors have. Raises ImportError that says how to
    get it.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(
            f"{module} is missing: install attnbook with its optional "
            f"dependencies [grading]"
        ) from error
