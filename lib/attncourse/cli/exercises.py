"""The commands `release` and `grade`."""

from pathlib import Path
from typing import Annotated

import typer

from attncourse.cli.common import note, one_thread, say, shown, told


def release(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Exercise notebooks with their solutions."),
    ],
    to: Annotated[Path, typer.Option(help="Folder for the student editions.")],
    address: Annotated[
        str | None,
        typer.Option(
            help="Where the editions will stand on GitHub, for the badge."
        ),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option(help="A built site that must not show these solutions."),
    ] = None,
) -> None:
    """Make student editions: solutions taken out, checks kept. With --site,
    fail if a solution stands on it.
    """
    with told(*sources, to, site or ""):
        from attncourse.grading import release as editions
        from attncourse.grading.leaks import leaks

        for path in editions.release(sources, to, address):
            say(shown(path))
        found = leaks(sources, [site]) if site else []
        if found:
            raise ValueError("\n".join(["solutions are public:", *found]))


def grade(
    notebook: Annotated[
        Path, typer.Argument(help="A notebook with answers to exercises.")
    ],
    seed: Annotated[
        int,
        typer.Option(
            help="Chooses cases that are not in the notebook; 0 for none.",
            min=0,
        ),
    ] = 0,
    json: Annotated[
        bool, typer.Option("--json", help="Write the report as JSON.")
    ] = False,
    sandbox: Annotated[
        str,
        typer.Option(help='"bubblewrap", or "none" for code that you trust.'),
    ] = "bubblewrap",
) -> None:
    """Grade a notebook by the checks that it calls, in a sandbox. Status 1 if
    an answer is not right.
    """
    with told(notebook):
        from attncourse.grading import grade as grading
        from attncourse.grading.sandbox import bubblewrap

        one_thread()
        bubblewrap.check(sandbox)
        if sandbox == bubblewrap.DIRECT:
            note("no sandbox: what this notebook does is done as you")
        code = grading.cells(notebook)
        wanted = grading.tasks(code)
        if not wanted:
            raise ValueError(f"no check is called in {shown(notebook)}")
        report = grading.grade(code, wanted, seed, sandbox)
        if json:
            say(report.json(), nl=False)
        for one in [] if json else report.grades:
            mark = "right" if one.points == one.of else one.message
            say(f"{one.points:g} of {one.of:g}  {one.name}: {mark}")
    if report.points < report.of:
        raise typer.Exit(1)
