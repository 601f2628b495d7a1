"""The command `scoreboard`."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from typer import Exit, Option

from attncourse.cli.common import note, one_thread, shown, told
from attncourse.cli.experiments import STOPPED


def scoreboard(
    out: Annotated[
        Path | None,
        Option(
            help="Folder for weights and results; by default the runs' own."
        ),
    ] = None,
    smoke: Annotated[
        bool,
        Option(
            "--smoke",
            help="Run all in miniature, in about a minute, and keep nothing.",
        ),
    ] = False,
    quiet: Annotated[bool, Option("--quiet", help="No progress bars.")] = False,
) -> None:
    """Run the scoreboard's recipes whose results are missing.

    A recipe with a result of the same content is skipped. A stopped run
    resumes where it was.
    """
    with told(out or ""), TemporaryDirectory() as folder:
        from attnbook.train import checkpoint
        from attncourse.experiments.workspace import Workspace
        from attncourse.front import scoreboard

        one_thread()
        try:
            if smoke:
                place = scoreboard.Scratch(Path(folder))
                scoreboard.run(scoreboard.smoke(), place, note, progress=False)
            else:
                scoreboard.run(
                    scoreboard.full(), Workspace(out), note, progress=not quiet
                )
        except KeyboardInterrupt:
            note(STOPPED.format(shown(checkpoint.runs())))
            raise Exit(130) from None
