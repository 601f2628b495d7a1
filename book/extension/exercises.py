"""The exercises for those who assign them: a table for each chapter, and plans
of a course whose hours are sums of what the notebooks say.

The directive `{plan} week` has a line for each row, `3: 2 | 2.5, 2.6`: which
week, which chapters, which exercises.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from mdit_py_plugins.anchors.index import slugify
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from attncourse.checks import checker
from attncourse.checks.loops.loop import Loop
from attncourse.checks.mutations import search
from attncourse.grading import assembly, parts, questions
from attncourse.grading.notebooks import read
from attncourse.grading.solutions import BEGIN, END
from attncourse.rooms import chapters
from extension.cards import told

PAGE = "book/assign"
ROOT = Path(__file__).parents[2]
MEASURED = ROOT / "book" / "teach" / "exercises.json"
BOUND = "% which can be assigned alone"
MARK = "% a table of each chapter's exercises\n"
CARD = re.compile(r"Difficulty \d of 5, (\d+) minutes")
TITLE = re.compile(r"## (Exercise [\d.]+: (.+))\n")
NONE = "–"
HEAD = (
    "| exercise | min | answer | cases | slips | traced |\n"
    "| --- | --: | --- | --: | --: | --: |\n"
)


class Rung(NamedTuple):
    """An exercise: its number, its title, the link to it, the minutes on its
    card, what is answered; the names of its functions, if that is code.
    """

    number: str
    title: str
    link: str
    minutes: int
    answer: str
    names: tuple[str, ...]


@cache
def rungs(chapter: str) -> dict[str, Rung]:
    """The exercises of a chapter by number."""
    stem = told(chapter, chapters()[chapter])["page"].rpartition("/")[2]
    folder = ROOT / "chapters" / "exercises"
    found = {}
    for file in sorted(folder.glob(f"{stem[:2]}_*.ipynb")):
        cells = read(file).cells
        for number, places in parts.exercises(cells).items():
            own = [cells[place] for place in places]
            found[number] = rung(file.name, number, cells, own)
    return found


def rung(file: str, number: str, cells: Any, own: list[Any]) -> Rung:
    """One exercise of a notebook, with its own cells among all."""
    heading, title = TITLE.findall(own[0].source)[0]
    return Rung(
        number,
        title,
        f"../chapters/exercises/{file}#{slugify(heading)}",
        int(CARD.findall(own[0].source)[0]),
        answer(cells, number, own),
        tuple(task.name for task in assembly.answered(own)),
    )


def answer(cells: Any, number: str, own: list[Any]) -> str:
    """How long a solution is; for an exercise without code, what it asks."""
    if lines := sum(solved(cell.source) for cell in own):
        return count(lines, "line")
    asked = [one.task for one in questions.of(cells, number, 1.0)]
    choices = sum(bool(task.key) for task in asked)
    texts = sum(bool(task.by_hand) for task in asked)
    said = count(choices, "choice"), count(texts, "text")
    return ", ".join(filter(None, said)) or NONE


def solved(source: str) -> int:
    """The lines of code of a solution; 0 where there is none."""
    if BEGIN not in source:
        return 0
    inner = source.partition(BEGIN)[2].partition(END)[0].splitlines()[1:-1]
    return sum(bool(s.strip()) and s.strip()[0] != "#" for s in inner)


def count(number: int, what: str) -> str:
    """So many of something; "" for none."""
    return f"{number} {what}{'s' * (number > 1)}" if number else ""


def row(chapter: str, rung: Rung) -> str:
    """A line of the table."""
    cells: list[object] = [f"[{rung.number}]({rung.link}) {rung.title}"]
    cells += [rung.minutes, rung.answer]
    if rung.names:
        checks = checker.checks(f"attncourse.{chapter}.check")
        some = [checks[name].exercise for name in rung.names]
        known = sum(len(one.cases) for one in some)
        more = sum(len(one.more(1).cases) for one in some) - known
        cells += [f"{known}+{more}", slips(some)]
        said = measured()[rung.number]
        cells += [f"{said['traced']}/{said['wrong']}"]
    else:
        cells += [NONE] * 3
    return f"| {' | '.join(map(str, cells))} |\n"


@cache
def measured() -> dict[str, dict[str, Any]]:
    """What `tests/exercises.py` has found of each exercise."""
    found: dict[str, dict[str, Any]] = json.loads(MEASURED.read_text("utf-8"))
    return found


def bound() -> str:
    """Which exercises cannot be assigned alone, and what they need."""
    some = {n: s["beside"] for n, s in measured().items() if not s["alone"]}
    needs = ", ".join(f"{n}, which needs {m}" for n, m in some.items())
    return f"Each can be assigned alone{f', but for {needs}' * bool(needs)}."


def slips(some: list[Any]) -> str:
    """How many ways to do one step otherwise the checks of an exercise know.
    Where answers are compared call by call there are none to count.
    """
    found = 0
    for exercise in some:
        if isinstance(exercise, Loop):
            return NONE
        with search.quiet():
            cases = exercise.traces().values()
            last = [*exercise.steps][-1]
            found += sum(1 for _ in search.all_slips(exercise, cases, last))
    return str(found)


def tables() -> str:
    """A heading and a table for each chapter."""
    return "\n".join(
        f"### [{(said := told(name, room))['title']}]({said['page']}.ipynb)\n\n"
        f"{HEAD}{''.join(row(name, rung) for rung in rungs(name).values())}"
        for name, room in chapters().items()
    )


class Plan(SphinxDirective):
    """The directive `{plan}`."""

    has_content = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table; links lead to chapters and exercises."""
        rows = [line.split(":", 1) for line in self.content if line.strip()]
        lines = plan(self.arguments[0], [(a, b) for a, b in rows])
        holder = nodes.Element()
        self.state.nested_parse(lines, 0, holder)
        return holder.children


def plan(unit: str, rows: list[tuple[str, str]]) -> list[str]:
    """The rows of a plan as Markdown, the sum in the last one; a chapter is
    counted where it stands first.
    """
    lines = [f"| {unit} | chapter | read | tasks | do |"]
    lines.append("| --- | --- | --: | --- | --: |")
    seen, total = set[str](), [0, 0]
    for when, what in rows:
        first, _, second = what.partition("|")
        some = [f"chapter{number}" for number in listed(first)]
        said = {name: told(name, chapters()[name]) for name in some}
        new = [int(s["minutes"]) for n, s in said.items() if n not in seen]
        seen |= {*some}
        numbers = listed(second)
        chosen = [rungs(f"chapter{n.partition('.')[0]}")[n] for n in numbers]
        minutes = [sum(new), sum(rung.minutes for rung in chosen)]
        total = [a + b for a, b in zip(total, minutes, strict=True)]
        pages = (f"[{s['title']}]({s['page']}.ipynb)" for s in said.values())
        links = (f"[{rung.number}]({rung.link})" for rung in chosen)
        read, do = map(clock, minutes)
        cells = [when.strip(), "<br>".join(pages), read, ", ".join(links), do]
        lines.append(f"| {' | '.join(cells)} |")
    read, do = map(clock, total)
    return [*lines, f"| | in all | {read} | | {do} |"]


def listed(text: str) -> list[str]:
    """What stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def clock(minutes: int) -> str:
    """Minutes as hours and minutes, 1:05; "" for none."""
    return f"{minutes // 60}:{minutes % 60:02}" if minutes else ""


def collect(app: Sphinx, page: str, source: list[str]) -> None:
    """Fill the page with the tables."""
    if page == PAGE:
        filled = source[0].replace(MARK, tables()).replace(BOUND, bound())
        source[0] = filled
        for path in ROOT.glob("chapters/**/*_*.ipynb"):
            app.env.note_dependency(str(path))


def setup(app: Sphinx) -> None:
    """The tables as the page is read, and the directive."""
    app.connect("source-read", collect)
    app.add_directive("plan", Plan)
