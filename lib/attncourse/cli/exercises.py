"""The command `release`."""

from pathlib import Path
from typing import Annotated

import typer

from attncourse.cli.common import say, shown, told


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
