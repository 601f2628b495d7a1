"""A source notebook with solutions, and notebooks that are handed in."""

from pathlib import Path

import nbformat
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

from attncourse.grading import judge
from attncourse.grading.sandbox.start import DIRECT
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.supervisor import Supervisor

SOLVED = """def area(width, height):
    \"\"\"The area of a rectangle.\"\"\"
    ### BEGIN SOLUTION
    rectangle = [width for line_number in range(height) if height > 0]
    return sum(rectangle)
    ### END SOLUTION"""
SECRET = "rectangle = [width for line_number in range(height) if height > 0]"
BADGE = (
    "[![Open in "
    "Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/{})"
)


def marked(solution: str, before: str = "") -> str:
    """An answer cell with this between its markers, and this before them."""
    return f"{before}### BEGIN SOLUTION\n{solution}\n### END SOLUTION"


def write(path: Path, *answers: str) -> Path:
    """A source notebook with these answer cells, each followed by a check."""
    cells = [new_markdown_cell(f"# Areas\n\n{BADGE}\n\nMeasure.", id="title")]
    printed = [new_output("stream", text="ran\n")]
    ran = {"execution_count": 1, "outputs": printed}
    tags = {"tags": ["check"]}
    for number, answer in enumerate(answers):
        check = {"id": f"check-{number}", "metadata": tags}
        cells.append(new_code_cell(answer, id=f"answer-{number}", **ran))
        cells.append(new_code_cell("check.area(area)", **check, **ran))
    path.parent.mkdir(parents=True, exist_ok=True)
    notebook = new_notebook(cells=cells, metadata={"attnbook": {"source": "0"}})
    nbformat.write(notebook, path)
    return path


def handed(path: Path, *code: str) -> Path:
    """What a student hands in: a notebook with these code cells."""
    cells = [new_code_cell(cell, id=f"c{k}") for k, cell in enumerate(code)]
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(new_notebook(cells=cells), path)
    return path


def judged_here(monkeypatch) -> None:
    """From now on this process judges, and no judge is started."""

    def judged(self, notebook, file, tasks, seed):
        asked = {"file": file, "seed": seed, "broken": {}, "seconds": 600}
        asked["tasks"] = [task._asdict() for task in tasks]
        return judge.judged(notebook, asked, Workers(DIRECT), str)

    monkeypatch.setattr(Supervisor, "judged", judged)


ESCAPED = [
    'answer = {"width": "how far it reaches", "height": 3}',
    'text = "\\n".join(sorted(words_of_the_sentence))',
    "both = 'one column\\tthe other' or 'no\t\tcolumn'",
    "été = [élève for élève in la_classe_entière]",
    "smile = '\N{GRINNING FACE}' * how_many_of_them",
    "pattern = re.compile(r'\\\\u00e9\\d+ of \\/')",
]
"""Lines that JSON writes in another way: quotes, backslashes, tabs, accents,
letters beyond 16 bits.
"""
