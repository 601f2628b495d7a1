"""A class on one page: its points, its exercises and what is said of them most
often, whose notebook could not be graded.

The page is one file that asks for no other and runs nothing; what students
wrote is shown as text.
"""

import html
import math
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

from attnbook.files import printable
from attncourse.grading.classroom import Assignment
from attncourse.grading.outputs.counts import Counts, Exercise, counted

STYLE = Path(__file__).with_name("page.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
FREQUENT = 5  # messages of an exercise
BARS = 12  # of the distribution, at most
KEY = """\
<p class="key"><span><i></i>right</span> <span><i class="part"></i>right in \
part</span> <span><i class="wrong"></i>not right</span></p>
"""


def page(
    rows: Iterable[dict[str, Any]], assignment: Assignment
) -> Iterator[str]:
    """The page of a class, part after part; `rows`, in the order of names, is
    gone through three times.
    """
    counts = counted(rows, assignment)
    name = text(assignment.name)
    yield (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f"<title>{name}: the class</title>\n"
        f"<style>\n{STYLE.read_text()}</style>\n<h1>{name}: the class</h1>\n"
    )
    yield facts(counts)
    if counts.graded and counts.exercises:
        yield points(counts)
        yield from exercises(counts)
    yield from texts(counts)
    problems = ([row["student"], row["problem"]] for row in rows)
    missed = (cells for cells in problems if cells[1])
    yield from table("Not graded", ["student", "why"], missed)
    heads = ["student", "note"]
    yield from table("Notes, which cost no points", heads, notes(rows))
    yield "</html>\n"


def text(said: object) -> str:
    """What anybody wrote, as text of a page."""
    return html.escape(printable(str(said), keep="\n"))


def facts(counts: Counts) -> str:
    """The numbers of a class."""
    full = counts.points[counts.most]
    some = {
        "students": counts.students,
        "notebooks graded": counts.graded,
        "not graded": counts.students - counts.graded,
        "median, in points": f"{counts.median:g} of {counts.most:g}",
        "with all points": full,
    }
    items = (
        f"<div><dt>{name}</dt><dd>{value}</dd></div>\n"
        for name, value in some.items()
    )
    return f"<dl>\n{''.join(items)}</dl>\n"


def points(counts: Counts) -> str:
    """How many have which points, as bars."""
    step = width(counts.most)
    bars = [0] * (whole(counts.most / step) + 1)
    for value, many in counts.points.items():
        bars[whole(value / step)] += many
    names = [f"{step * place:g}" for place in range(len(bars))]
    if any(step * whole(value / step) != value for value in counts.points):
        names = [f"from {name}" for name in names]
    rows = [
        f'<tr><th scope="row">{name}</th><td><div class="bar">'
        f"{bar(many / max(bars))}</div></td><td>{many}</td></tr>\n"
        for name, many in zip(names, bars, strict=True)
    ]
    return (
        f"<h2>Points</h2>\n<p>How many of the graded notebooks have so many "
        f'points.</p>\n<table class="bars">\n{"".join(rows)}</table>\n'
    )


def width(most: float) -> float:
    """Points from one bar to the next, so that there are few bars."""
    steps = (k * 10.0**power for power in count() for k in (0.5, 1, 2))
    start = 1 if most >= 1 else most
    return next(start * k for k in steps if most / (start * k) < BARS)


def whole(share: float) -> int:
    """Rounded down; what is a whole number but for an error of rounding is
    that number.
    """
    return math.floor(share + 1e-9)


def exercises(counts: Counts) -> Iterator[str]:
    """The share that is right of each exercise, and what is said most often
    where it is not.
    """
    yield "<h2>Exercises</h2>\n"
    hardest = counts.hardest
    if hardest.right < counts.graded:
        yield (
            f"<p>The hardest: <code>{text(hardest.task.name)}</code>, right in "
            f"{hardest.right} of {counts.graded} notebooks.</p>\n"
        )
    yield KEY
    for one in counts.exercises:
        yield exercise(one, counts.graded)


def texts(counts: Counts) -> Iterator[str]:
    """Where the texts stand that an instructor reads."""
    if counts.texts:
        yield (
            "<h2>Texts</h2>\n<p>They are yours to read. Enter their points "
            "into <code>texts.csv</code> and grade again: nothing is run "
            "twice.</p>\n"
        )
    for name, many in counts.texts.items():
        link = f'<a href="{text(name)}.html">{text(name)}</a>'
        yield f"<p>{link if many else text(name)}: {many} texts</p>\n"


def exercise(one: Exercise, graded: int) -> str:
    """One exercise, as a bar and a list."""
    task, right, part = one.task, one.right / graded, one.part / graded
    place = f"chapter {text(task.chapter.removeprefix('chapter'))}"
    worth = f"{task.points:g} point{'s' * (task.points != 1)}"
    shares = f"{percent(right)} right"
    if part:
        shares += f", {percent(part)} in part"
    return (
        f"<h3><code>{text(task.name)}</code> <small>{place}, {worth}: {shares}"
        f'</small></h3>\n<div class="bar whole">{bar(right)}'
        f"{bar(part, 'part')}</div>\n{messages(one)}"
    )


def messages(one: Exercise) -> str:
    """What is said most often where an exercise is not right."""
    ranked = sorted(one.messages.items(), key=lambda it: (-it[1], it[0]))
    if not ranked:
        return ""
    rows = [
        f'<tr><td class="number">{many}</td><td>'
        f"{text(said.removeprefix(f'{one.task.name}: '))}</td></tr>\n"
        for said, many in ranked[:FREQUENT]
    ]
    rest = len(ranked) - FREQUENT
    more = f"<p><small>{rest} more, no more frequent.</small></p>\n"
    return (
        '<table>\n<thead><tr><th scope="col" class="number">students</th>'
        f'<th scope="col">were told</th></tr></thead>\n{"".join(rows)}'
        f"</table>\n{more if rest > 0 else ''}"
    )


def percent(share: float) -> str:
    """A share in words, whose parts stay in one line."""
    return f"{100 * share:.0f}&nbsp;%"


def bar(share: float, kind: str = "right") -> str:
    """A part of a bar that is so long."""
    if not share:
        return ""
    return f'<i class="{kind}" style="width:{100 * share:.4g}%"></i>'


def notes(rows: Iterable[dict[str, Any]]) -> Iterator[list[str]]:
    """What is noted of a student's answers."""
    for row in rows:
        for one in row["grades"]:
            if one.get("note"):
                yield [row["student"], f"{one['name']}: {one['note']}"]


def table(
    title: str, heads: list[str], rows: Iterable[list[str]]
) -> Iterator[str]:
    """A table under its title; nothing where it has no row."""
    started = False
    for cells in rows:
        if not started:
            started = True
            top = "".join(f'<th scope="col">{head}</th>' for head in heads)
            yield (
                f'<h2>{title}</h2>\n<table class="named">\n<thead><tr>{top}'
                f"</tr></thead>\n"
            )
        first, *rest = map(text, cells)
        other = "".join(f"<td>{cell}</td>" for cell in rest)
        yield f'<tr><th scope="row">{first}</th>{other}</tr>\n'
    if started:
        yield "</table>\n"
