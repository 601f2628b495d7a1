"""The command line `attnbook`: run, evaluate, translate, caption, classify,
complete, data, release.

What a command needs is imported inside it: asking for help loads no model, no
torch.
"""

from importlib import metadata
from typing import Annotated

import typer

from attnbook.cli.corpora import data
from attnbook.cli.exercises import release
from attnbook.cli.experiments import run
from attnbook.cli.models import (
    caption,
    classify,
    complete,
    evaluate,
    translate,
)

app = typer.Typer(
    help="Attention and Transformers: train, measure and use the models of the "
    "course.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    run,
    evaluate,
    translate,
    caption,
    classify,
    complete,
    data,
    release,
):
    app.command()(command)


def _version(asked: bool) -> bool:
    if asked:
        typer.echo(f"attnbook {metadata.version('attnbook')}")
        raise typer.Exit
    return asked


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Say it and end.",
        ),
    ] = False,
) -> None:
    pass
