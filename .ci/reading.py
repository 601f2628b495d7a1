"""How long a chapter takes to read: a minute for every 200 words, and one for
each figure or table. What is folded ("Going deeper", what each choice of a
guess says) is not counted.
"""

import re
from collections.abc import Iterator

from nbformat import NotebookNode

SPEED = 200  # words a minute
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


def figures(nb: NotebookNode) -> int:
    """Its figures and tables: what is shown with a caption below."""
    code = (c for c in unfolded(nb) if c.cell_type == "code")
    return sum(
        len(cell.outputs) > 1
        and "text/markdown" in cell.outputs[-1].get("data", {})
        for cell in code
    )


def minutes(nb: NotebookNode) -> int:
    """To read it, in steps of five."""
    return 5 * round((words(nb) / SPEED + figures(nb)) / 5)


def timed(nb: NotebookNode) -> None:
    """Let a chapter's first cell say how long it takes to read."""
    first = nb.cells[0]
    first.source = TIME.sub(str(minutes(nb)), first.source)
