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
    answers: Annotated[
        Path,
        typer.Argument(
            help="A notebook with answers, or a folder of submissions: "
            "NAME.ipynb, or NAME/....ipynb."
        ),
    ],
    like: Annotated[
        Path | None,
        typer.Option(
            help="The notebook that was handed out: its checks are what "
            "counts. By default those that the answers call."
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option(help="Folder for the grades of a class.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="So many submissions at once.", min=1)
    ] = 1,
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
    """Grade a notebook, or those of a class, in a sandbox. For one notebook:
    status 1 if an answer is not right.
    """
    with told(answers, like or "", to or ""):
        from attncourse.grading import grade as grading
        from attncourse.grading.sandbox import bubblewrap

        one_thread()
        bubblewrap.check(sandbox)
        if sandbox == bubblewrap.DIRECT:
            note("no sandbox: what is handed in is done as you")
        if answers.is_dir():
            return _class(answers, like, to, jobs, seed, sandbox)
        code = grading.cells(answers)
        wanted = grading.tasks(grading.cells(like) if like else code)
        if not wanted:
            raise ValueError(f"no check is called in {shown(like or answers)}")
        report = grading.grade(code, wanted, seed, sandbox)
        if json:
            say(report.json(), nl=False)
        for one in [] if json else report.grades:
            mark = "right" if one.points == one.of else one.message
            say(f"{one.points:g} of {one.of:g}  {one.name}: {mark}")
    if report.points < report.of:
        raise typer.Exit(1)


def _class(
    answers: Path,
    like: Path | None,
    to: Path | None,
    jobs: int,
    seed: int,
    sandbox: str,
) -> None:
    """Grade a folder of submissions."""
    from attncourse.grading import classroom
    from attncourse.grading import grade as grading

    if like is None or to is None:
        raise ValueError("a class needs --like NOTEBOOK and --to FOLDER")
    wanted = tuple(grading.tasks(grading.cells(like)))
    if not wanted:
        raise ValueError(f"no check is called in {shown(like)}")
    assignment = classroom.Assignment(wanted, seed, like.stem)
    target = to / "students"
    done = classroom.mark_all(answers, assignment, target, sandbox, jobs)
    count = sum(1 for _ in done)
    say(f"{count} submissions")
    for path in classroom.tables(answers, assignment, target):
        say(shown(path))
