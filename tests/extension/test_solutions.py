"""Exercises on the site: stub first, solution folded below, the student edition
beside the page.
"""

import html
import re
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

ANSWER = '''def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION'''
STUB = '''def double(x):
    """Twice x."""
    # YOUR CODE HERE
    raise NotImplementedError()'''


def exercise() -> nbformat.NotebookNode:
    """A page with one exercise, and one code cell that is none."""
    printed = [new_output("stream", text="double: right\n")]
    kernel = {"name": "python3", "display_name": "", "language": "python"}
    return new_notebook(
        cells=[
            new_markdown_cell("# Doubling", id="title"),
            new_code_cell("before = 1", id="before", execution_count=1),
            new_code_cell(ANSWER, id="answer", execution_count=2),
            new_code_cell(
                "check.double(double)",
                id="check",
                execution_count=3,
                outputs=printed,
                metadata={"tags": ["check"]},
            ),
        ],
        metadata={"kernelspec": kernel},
    )


@pytest.fixture(scope="module")
def site(build) -> Path:
    """A site of two pages, built with this one part of the extension."""
    plain = "# Plain\n\n```python\nx = 1\n```\n"
    pages = {"chapters/exercises/double": exercise(), "plain": plain}
    out, warnings = build(["solutions"], pages)
    assert warnings == ""
    return out


@pytest.fixture(scope="module")
def page(site) -> str:
    """The exercise's page."""
    return (site / "chapters" / "exercises" / "double.html").read_text()


def without_tags(text: str) -> str:
    """What a reader sees."""
    return html.unescape(re.sub(r"<[^>]+>", "", text))


def folded(page: str, title: str) -> tuple[str, str]:
    """What stands before a fold with this title, and what is in it."""
    opening = f'<details class="solution"><summary>{title}</summary>'
    before, _, after = page.partition(opening)
    return without_tags(before), without_tags(after.split("</details>")[0])


def test_the_stub_stands_before_the_folded_solution(page):
    before, solution = folded(page, "Solution")
    assert STUB in before
    assert "x + x" not in before
    body = 'def double(x):\n    """Twice x."""\n    return x + x'
    assert body in solution
    assert "SOLUTION" not in page


def test_what_the_check_prints_is_folded_with_the_solution(page):
    before, printed = folded(page, "What a right answer prints")
    assert "double: right" not in before
    assert "double: right" in printed


def test_the_student_edition_is_linked_and_is_there(site, page):
    assert '<a href="../../notebooks/exercises/double.ipynb" download>' in page
    path = site / "notebooks" / "exercises" / "double.ipynb"
    edition = nbformat.read(path, as_version=4)
    # the page shows what nbgrader writes
    assert edition.cells[2].source == STUB
    assert "x + x" not in nbformat.writes(edition)


def test_other_pages_are_left_alone(site):
    plain = (site / "plain.html").read_text()
    assert "student-edition" not in plain
    assert "<details" not in plain
    (edition,) = (site / "notebooks" / "exercises").iterdir()
    assert edition.name == "double.ipynb"
