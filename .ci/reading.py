"""How long a chapter takes to read: a minute for every 200 words, for each
figure or table, and for every 20 lines of visible code. What is folded ("Going
deeper", what each choice of a guess says) is not counted.
"""

import re
from collections.abc import Iterator

from nbformat import NotebookNode

SPEED, LINES = 200, 20  # words and lines of code a minute
CLOSED = {"hide-input", "remove-input", "guess"}
HEADING = re.compile(r"#{2,3} (.*)")
ASIDE = re.compile(r"<details>.*?</details>|\$\$.*?\$\$|\]\([^)]*\)", re.DOTALL)
TIME = re.compile(r"(?<=\*\*Time:\*\* )\d+(?= minutes to read)")


def unfolded(nb: NotebookNode) -> Iterator[NotebookNode]:
    """The cells that no section "Going deeper" folds."""
    deep = False
    for cell in nb.cells:
        heading = HEADING.match(cell.source)
        if cell.cell_type == "markdown" and heading:
            deep = heading[1].startswith("Going deeper")
        if not deep:
            yield cell


def words(nb: NotebookNode) -> int:
    """The words of its text, without formulas and addresses."""
    text = (c.source for c in unfolded(nb) if c.cell_type == "markdown")
    return len(ASIDE.sub("", "\n".join(text)).split())


def captions(nb: NotebookNode) -> list[str]:
    """What stands below its figures and tables, without the map."""
    last = (
        cell.outputs[-1].get("data", {}).get("text/markdown", "")
        for cell in unfolded(nb)
        if cell.cell_type == "code"
        and cell.id != "map"
        and len(cell.outputs) > 1
    )
    return ["".join(text) for text in last if text]


def lines(nb: NotebookNode) -> int:
    """The lines of code that are open."""
    return sum(
        sum(map(bool, cell.source.splitlines()))
        for cell in unfolded(nb)
        if cell.cell_type == "code"
        and not CLOSED & {*cell.metadata.get("tags", [])}
    )


def folds(nb: NotebookNode) -> int:
    """The sections that may be skipped."""
    texts = "\n".join(c.source for c in nb.cells if c.cell_type == "markdown")
    return len(re.findall(r"^#{2,3} Going deeper", texts, re.MULTILINE))


def minutes(nb: NotebookNode) -> int:
    """To read it, in steps of five."""
    parts = words(nb) / SPEED, len(captions(nb)), lines(nb) / LINES
    return 5 * round(sum(parts) / 5)


def timed(nb: NotebookNode) -> None:
    """Let a chapter's first cell say how long it takes to read."""
    first = nb.cells[0]
    first.source = TIME.sub(str(minutes(nb)), first.source)
