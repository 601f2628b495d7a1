"""The command line `attnbook`: run, scoreboard, translate, caption, classify,
complete, data, release, assign, grade, merge.

What a command needs is imported inside it: asking for help loads no model, no
torch.
"""

from importlib import metadata
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from attncourse.cli.common import note
from attncourse.cli.corpora import data
from attncourse.cli.editions import assign, release
from attncourse.cli.experiments import run
from attncourse.cli.grading import grade, merge
from attncourse.cli.models import caption, classify, complete, translate
from attncourse.cli.scores import scoreboard

USAGE: Any = typer.BadParameter.__base__


class OneLine(TyperGroup):
    """What is typed wrongly is one line on standard error, as all errors are,
    and status 2.
    """

    def main(self, *args: Any, **options: Any) -> Any:
        """A reader that has gone, as `| head -1`, has what it wanted."""
        try:
            return super().main(*args, **options)
        except SystemExit as end:
            if isinstance(end.__context__, BrokenPipeError):
                raise SystemExit(0) from None
            raise

    def invoke(self, ctx: Any) -> Any:
        """Run the command that is asked for."""
        try:
            return super().invoke(ctx)
        except USAGE as error:
            asked = (error.ctx or ctx).command_path
            note(f"{error.format_message()} (try: {asked} --help)")
            raise typer.Exit(2) from error


app = typer.Typer(
    cls=OneLine,
    help="Attention and Transformers: train, measure and use the models of the "
    "course.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (
    run,
    scoreboard,
    translate,
    caption,
    classify,
    complete,
    data,
    release,
    assign,
    grade,
    merge,
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
