"""What every command does with what it says, with errors, and with threads."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from attnbook.files import cache, printable

PACKAGES = {"sklearn": "scikit-learn", "PIL": "pillow"}


def say(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Write to standard output, or to standard error; what would steer a
    terminal is escaped.
    """
    typer.echo(printable(str(text), keep="\n"), err=err, nl=nl)


def note(text: str) -> None:
    """A line on standard error."""
    say(f"attnbook: {text}", err=True)


def shown(name: object) -> str:
    """A name in one line, also if its bytes are not UTF-8."""
    return printable(os.fsencode(str(name)).decode(errors="replace"))


@contextmanager
def told(*names: object) -> Iterator[None]:
    """What a user can mend is one line on standard error, and status 2; a
    reader that has gone needs no line. `names` are what the user gave: a line
    ends in none of them.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except (ImportError, OSError, ValueError) as error:
        text = f"{error}{_advice(error)}"
        for name in filter(None, map(str, names)):
            text = text.replace(name, shown(name))
        note(text)
        raise typer.Exit(2) from error


def _advice(error: Exception) -> str:
    """What moves a folder that cannot be written, or brings a package."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.split(".")[0]
        package = PACKAGES.get(package, package.replace("_", "-"))
        return f"; install it: pip install {package}"
    if isinstance(error, OSError) and error.errno:
        from attnbook.train.checkpoint import runs

        for variable, folder in (
            ("ATTNBOOK_RUNS", runs()),
            ("ATTNBOOK_CACHE", cache()),
        ):
            if str(folder) in str(error):
                return f"; {variable} names another folder for it"
    return ""


def one_thread() -> None:
    """Models as small as these run fastest on one core, and share a machine
    best; OMP_NUM_THREADS says otherwise.
    """
    import torch

    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(1)
