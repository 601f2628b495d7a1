"""The commands that make what students get: `release`, `assign`."""

from pathlib import Path
from typing import Annotated

import typer

from attncourse.cli.common import one_thread, say, shown, told


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


def assign(
    exercises: Annotated[
        str, typer.Option(help="Numbers of exercises, as 5.2,5.4,7.3.")
    ],
    to: Annotated[
        Path, typer.Option(help="A new folder; its name is the assignment's.")
    ],
    seed: Annotated[
        int,
        typer.Option(
            help="Of this class: chooses cases that no notebook has.", min=1
        ),
    ],
    points: Annotated[
        str, typer.Option(help="Points of each, as 2,2,3. By default 1.")
    ] = "",
    source: Annotated[
        Path, typer.Option(help="The folder of the exercise notebooks.")
    ] = Path("chapters/exercises"),
) -> None:
    """Make an assignment of chosen exercises: one notebook for students, and a
    folder that you keep.
    """
    with told(to, source):
        from attncourse.grading import assignment, parts

        one_thread()
        numbers = exercises.replace(" ", "").split(",")
        each = [float(p) for p in points.split(",")] if points else []
        each = each or [1.0] * len(numbers)
        if len(each) != len(numbers) or min(each) <= 0:
            raise ValueError(
                "each exercise needs its points, above 0: "
                f"{len(numbers)} exercises, {len(each)} numbers"
            )
        chosen = parts.found(source, numbers)
        worth = dict(zip(numbers, each, strict=True))
        for path in assignment.assign(chosen, to, to.name, worth, seed):
            say(shown(path))
