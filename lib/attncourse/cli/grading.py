"""The command `grade`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from attncourse.cli.common import note, one_thread, say, shown, told

if TYPE_CHECKING:
    from attncourse.grading.classroom import Assignment


def grade(
    answers: Annotated[
        Path,
        typer.Argument(
            help="A notebook with answers, or a folder of submissions: "
            "NAME.ipynb, or NAME/....ipynb."
        ),
    ],
    hidden: Annotated[
        Path | None,
        typer.Option(help="The instructor's folder of an assignment."),
    ] = None,
    like: Annotated[
        Path | None,
        typer.Option(
            help="The notebook that was handed out, where there is no such "
            "folder: its checks are what counts. By default those that the "
            "answers call."
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
    with told(answers, hidden or "", like or "", to or ""):
        from attncourse.grading import grade as grading
        from attncourse.grading.sandbox import bubblewrap

        one_thread()
        bubblewrap.check(sandbox)
        if sandbox == bubblewrap.DIRECT:
            note("no sandbox: what is handed in is done as you")
        if answers.is_dir():
            return _class(
                answers, _asked(hidden, like, seed), to, jobs, sandbox
            )
        asked = _asked(hidden, like or answers, seed)
        code = grading.cells(answers)
        report = grading.grade(code, asked.tasks, asked.seed, sandbox)
        if json:
            say(grading.written(report.said()), nl=False)
        for one in [] if json else report.grades:
            mark = "right" if one.points == one.of else one.message
            say(f"{one.points:g} of {one.of:g}  {one.name}: {mark}")
    if report.points < report.of:
        raise typer.Exit(1)


def _asked(hidden: Path | None, like: Path | None, seed: int) -> "Assignment":
    """What is graded: an assignment, or all that a notebook checks."""
    from attncourse.grading import classroom
    from attncourse.grading import grade as grading

    if hidden:
        return classroom.Assignment.read(hidden / "assignment.json")
    if not like:
        raise ValueError("a class needs --hidden FOLDER, or --like NOTEBOOK")
    wanted = tuple(grading.tasks(grading.cells(like)))
    if not wanted:
        raise ValueError(f"no check is called in {shown(like)}")
    return classroom.Assignment(wanted, seed, like.stem)


def _class(
    answers: Path,
    assignment: "Assignment",
    to: Path | None,
    jobs: int,
    sandbox: str,
) -> None:
    """Grade a folder of submissions."""
    from attncourse.grading import classroom

    if to is None:
        raise ValueError("a class needs --to FOLDER")
    target = to / "students"
    done = classroom.mark_all(answers, assignment, target, sandbox, jobs)
    say(f"{sum(1 for _ in done)} submissions")
    for path in classroom.tables(answers, assignment, target):
        say(shown(path))
