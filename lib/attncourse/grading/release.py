"""Student editions of exercise notebooks: the solutions taken out, all else as
it was. Needs the optional dependencies [grading].
"""

import re
from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.grading.leaks import search
from attncourse.grading.notebooks import alone, optional, read
from attncourse.grading.parts import MODEL
from attncourse.grading.questions import blank
from attncourse.grading.solutions import solutions

BADGE = re.compile(r"\[!\[Open in Colab\].*\n*")
FOLD = r"<details>\s*{}.*?</details>\n*"
STUB = "YOUR CODE HERE"


def student(source: Path, without: Sequence[str] = ()) -> dict[str, Any]:
    """The notebook as students get it: solutions replaced by a line that
    raises, no hidden tests, no outputs, none of the folds that it shall be
    `without` (MODEL, CHOICES), links that lead somewhere from wherever it lies
    (see `alone`), all else as it was.

    The Colab badge of the source, which opens the solutions, is left out.
    Raises ValueError for a source without a solution or whose markers do not
    pair; ImportError without nbgrader.
    """
    notebook = alone(read(source))
    solutions(source)
    nbgrader = optional("nbgrader.preprocessors")
    for clear in (nbgrader.ClearSolutions, nbgrader.ClearHiddenTests):
        notebook, _ = clear(enforce_metadata=False).preprocess(notebook, {})
    for cell in notebook.cells:
        blank(cell, nbgrader.ClearSolutions().code_stub["python"])
    notebook.cells = reduced(notebook.cells, without)
    notebook.metadata.pop("attnbook", None)
    notebook.cells[0].source = BADGE.sub("", notebook.cells[0].source)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook


def reduced(cells: Sequence[Any], without: Sequence[str]) -> list[Any]:
    """The cells without folds of these kinds. After a model answer the rest of
    its exercise goes, too: programs that check it.
    """
    kept: list[Any] = []
    after = False
    for cell in cells:
        if cell.source.startswith("## ") or STUB in cell.source:
            after = False
        left = cell.source
        if cell.cell_type == "markdown":
            for kind in without:
                left = re.sub(FOLD.format(kind), "", left, flags=re.DOTALL)
            after = after or MODEL in without and MODEL in cell.source
        if not (after and left == cell.source) and left.strip():
            cell.source = left
            kept.append(cell)
    return kept


def release(
    sources: Iterable[Path], folder: Path, without: Sequence[str] = ()
) -> list[Path]:
    """Write the student edition of every source into `folder`, under its own
    name; returns the paths.

    Raises ValueError, before anything is written, when two sources have one
    name, an edition would take the place of a source (by a link, too), or an
    edition holds solution text outside the markers.
    """
    sources = [Path(source) for source in sources]
    names = [source.name for source in sources]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"two sources have one name: {', '.join(twice)}")
    for target, source in product(
        (Path(folder) / name for name in names), sources
    ):
        if target.exists() and target.samefile(source):
            raise ValueError(
                f"the edition {target} would overwrite the source {source}"
            )
    editions = [
        optional("nbformat").writes(student(source, without)) + "\n"
        for source in sources
    ]
    hidden = [solution for source in sources for solution in solutions(source)]
    found = [
        leak
        for name, text in zip(names, editions, strict=True)
        for leak in search(name, text, hidden)
    ]
    if found:
        raise ValueError(
            "\n".join(["solution text is left in a student edition:", *found])
        )
    return [
        files.write(Path(folder) / name, text.encode())
        for name, text in zip(names, editions, strict=True)
    ]
