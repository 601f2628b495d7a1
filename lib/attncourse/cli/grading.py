"""The commands `grade` and `merge`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from attncourse.cli.common import note, say, shown, told

if TYPE_CHECKING:
    from collections.abc import Iterable

    from attncourse.grading.classroom import Assignment
    from attncourse.grading.outputs.folder import Rows
    from attncourse.grading.sandbox.workers import Most

Book = tuple[str, str | None] | None
"""A gradebook's address, and the course in it."""
COURSE = typer.Option(help="The course in the gradebook, if it has several.")
READ = "a text that an instructor reads"
AGAIN = (
    "{} could not be graded, for what no student has caused: the same command "
    "goes on with them"
)
REPORT = "points", "of", "grades", "errors"
GRADEBOOK = typer.Option(
    help="Enter the points into nbgrader's gradebook at this address, as "
    "sqlite:///gradebook.db."
)


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
        typer.Option(
            help="The instructor's folder of an assignment. For one notebook, "
            "by default, the checks that it calls are what counts."
        ),
    ] = None,
    to: Annotated[
        Path | None, typer.Option(help="Folder for the grades of a class.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="So many submissions at once.", min=1)
    ] = 1,
    json: Annotated[
        bool, typer.Option("--json", help="Write the report as JSON.")
    ] = False,
    gradescope: Annotated[
        Path | None,
        typer.Option(
            help="Write the results of one student for Gradescope into this "
            "file; ANSWERS is a notebook, or the folder that holds it."
        ),
    ] = None,
    gradebook: Annotated[str | None, GRADEBOOK] = None,
    course: Annotated[str | None, COURSE] = None,
    shard: Annotated[
        str | None,
        typer.Option(
            help="Grade every N-th student from the I-th, as 1/4 to 4/4 on "
            "four machines; `merge` makes the tables."
        ),
    ] = None,
    sandbox: Annotated[
        str,
        typer.Option(
            help='"bubblewrap", "docker", or "none" for code that you trust.'
        ),
    ] = "bubblewrap",
    seconds: Annotated[
        int,
        typer.Option(
            help="Of the processor, for all of one submission; on the clock it "
            "gets three times as many, and a minute.",
            min=1,
            max=86_400,
        ),
    ] = 600,
) -> None:
    """Grade a notebook, or those of a class, in a sandbox. For one notebook:
    status 1 if an answer is not right.
    """
    with told(answers, hidden or "", to or "", gradescope or ""):
        from attncourse.grading.classroom import Assignment
        from attncourse.grading.sandbox import start
        from attncourse.grading.sandbox.workers import Most
        from attncourse.grading.tasks import written

        start.check(sandbox)
        if sandbox == start.DIRECT:
            note("no sandbox: what is handed in is done as you")
        most = Most(seconds, 60 + 3 * seconds)
        if gradescope or answers.is_dir():
            if not hidden:
                raise ValueError(
                    "a class, or --gradescope, needs --hidden FOLDER"
                )
            asked, own = _asked(hidden), (jobs, sandbox, most)
            if gradescope:
                said = _one(answers, asked, sandbox, most)
                return _gradescope(said, gradescope)
            book = (gradebook, course) if gradebook else None
            return _class(answers, asked, hidden, to, shard, book, *own)
        if gradebook or shard:
            raise ValueError("--gradebook and --shard are for a class")
        asked = _asked(hidden) if hidden else Assignment((), 0)
        said = _one(answers, asked, sandbox, most)
        if said["problem"]:
            raise ValueError(said["problem"])
        if not said["grades"]:
            raise ValueError(f"no check is called in {shown(answers)}")
        if json:
            say(written({k: said[k] for k in REPORT}), nl=False)
        for one in [] if json else said["grades"]:
            points, of = one["points"], one["of"]
            mark = one["message"] or ("right" if of else READ)
            mark = mark.removeprefix(f"{one['name']}: ")
            say(f"{points:g} of {of:g}  {one['name']}: {mark}")
            if one.get("note"):
                say(f"  {one['note']}")
    if said["points"] < said["of"]:
        raise typer.Exit(1)


def merge(
    parts: Annotated[
        list[Path],
        typer.Argument(help="Folders that `grade --shard` has filled."),
    ],
    hidden: Annotated[
        Path, typer.Option(help="The instructor's folder of the assignment.")
    ],
    to: Annotated[
        Path,
        typer.Option(help="Folder for the grades of the class; may be a part."),
    ],
    gradebook: Annotated[str | None, GRADEBOOK] = None,
    course: Annotated[str | None, COURSE] = None,
) -> None:
    """Bring together what several machines have graded: the same files as one
    machine would have written.
    """
    with told(*parts, hidden, to):
        from attncourse.grading.outputs import merge as merging

        asked = _asked(hidden)
        book = (gradebook, course) if gradebook else None
        _book(book, asked, hidden, ())
        rows = merging.merge(parts, asked, to)
        _out(rows, asked, hidden, to, book)


def _asked(hidden: Path) -> "Assignment":
    """What is graded, as it stands in the instructor's folder."""
    from attncourse.grading.classroom import Assignment

    return Assignment.read(hidden / "assignment.json")


def _one(
    answers: Path, assignment: "Assignment", sandbox: str, most: "Most"
) -> dict[str, Any]:
    """What is said of one student, in whose folder one notebook lies."""
    from attncourse.grading import classroom, handed_in
    from attncourse.grading.supervisor import Supervisor

    answers.stat()
    one = handed_in.Found(answers.stem, (*handed_in.notebooks(answers),))
    folder = answers if answers.is_dir() else answers.parent
    given = handed_in.content(one, folder)
    with Supervisor(sandbox, most) as supervisor:
        return classroom.judged(one, given, assignment, supervisor)


def _gradescope(said: dict[str, Any], target: Path) -> None:
    """Write what Gradescope reads, also of one whose notebook cannot be
    read.
    """
    from attnbook import files
    from attncourse.grading.outputs import gradescope

    text = gradescope.results(said)
    say(shown(files.write(target, text.encode("utf-8", "replace"))))


def _class(
    answers: Path,
    assignment: "Assignment",
    hidden: Path,
    to: Path | None,
    shard: str | None,
    book: Book,
    jobs: int,
    sandbox: str,
    most: "Most",
) -> None:
    """Grade a folder of submissions, or a shard of it: status 1 if one of them
    could not be, for what is no fault of the student's.
    """
    from tqdm import tqdm

    from attncourse.grading import classroom, handed_in
    from attncourse.grading.outputs import folder, merge
    from attncourse.grading.sandbox import limits, start

    if to is None:
        raise ValueError("a class needs --to FOLDER")
    own = handed_in.Shard.read(shard) if shard else handed_in.ALL
    if shard and book:
        raise ValueError("after --shard, --gradebook is for `merge`")
    if to.resolve().is_relative_to(answers.resolve()):
        raise ValueError(f"the grades would lie among what is graded: {to}")
    if not handed_in.students(answers):
        raise ValueError(f"nobody has handed in: {answers}")
    _book(book, assignment, hidden, ())
    if shard:
        merge.begin(answers, own, to)
    if sandbox != start.DOCKER and limits.kind() == "watched":
        note(limits.WATCHED)
    target, asked = to / "students", handed_in.students(answers, own)
    done = classroom.mark_all(
        answers, assignment, target, sandbox, jobs, own, most
    )
    bar = tqdm(done, "grading", len(asked), False, unit="student", disable=None)
    if waiting := [one for one in bar if one.trouble]:
        for one in waiting:
            note(f"not graded: {one.student}: {one.trouble}")
        raise ValueError(AGAIN.format(len(waiting)))
    if shard:
        return note(f"{len(asked)} students of shard {shard}")
    rows = folder.Rows(classroom.place(name, target) for name in asked)
    _out(rows, assignment, hidden, to, book)


def _out(
    rows: "Rows",
    assignment: "Assignment",
    hidden: Path,
    to: Path,
    book: Book,
) -> None:
    """Write what comes out of a class, and say so in a line."""
    from attncourse.grading.outputs import counts, folder

    rows = folder.with_texts(rows, assignment, to)
    for path in folder.write(rows, assignment, to):
        say(shown(path))
    _book(book, assignment, hidden, rows)
    note(counts.counted(rows, assignment).summary())


def _book(
    book: Book,
    assignment: "Assignment",
    hidden: Path,
    rows: "Iterable[dict[str, Any]]",
) -> None:
    """Enter the points of these students; of none, to see that it can be
    done.
    """
    if not book:
        return
    from attncourse.grading.outputs.gradebook import push

    gradebook, course = book
    notebook = hidden / f"{assignment.name}.ipynb"
    push(gradebook, assignment, notebook, rows, course)
