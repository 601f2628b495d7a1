"""What every command does with errors, and with threads."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import typer


@contextmanager
def told() -> Iterator[None]:
    """What a user can mend is one line on standard error, and status 2; a
    reader that has gone needs no line.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except (ImportError, OSError, ValueError) as error:
        typer.echo(f"attnbook: {error}", err=True)
        raise typer.Exit(2) from error


def one_thread() -> None:
    """Models as small as these run fastest on one core, and share a machine
    best; OMP_NUM_THREADS says otherwise.
    """
    import torch

    if "OMP_NUM_THREADS" not in os.environ:
        torch.set_num_threads(1)
