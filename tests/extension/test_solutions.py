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
        metadata={
            "kernelspec": {
                "name": "python3",
                "display_name": "Python 3",
                "language": "python",
            }
        },
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


def test_the_stub_stands_before_the_folded_solution(page):
    before, folded = page.split(
        '<details class="solution"><summary>Solution</summary>'
    )
    solution = folded.split("</details>")[0]
    assert STUB in without_tags(before)
    assert "x + x" not in without_tags(before)
    assert (
        'def double(x):\n    """Twice x."""\n    return x + x'
        in without_tags(solution)
    )
    assert "SOLUTION" not in page


def test_what_the_check_prints_is_folded_with_the_solution(page):
    before, folded = page.split(
        '<details class="solution"><summary>What a right answer '
        "prints</summary>"
    )
    assert "double: right" not in before
    assert "double: right" in folded.split("</details>")[0]


def test_the_student_edition_is_linked_and_is_there(site, page):
    assert '<a href="../../notebooks/exercises/double.ipynb" download>' in page
    edition = nbformat.read(
        site / "notebooks" / "exercises" / "double.ipynb", as_version=4
    )
    # the page shows what nbgrader writes
    assert edition.cells[2].source == STUB
    assert "x + x" not in nbformat.writes(edition)


def test_other_pages_are_left_alone(site):
    assert "student-edition" not in (site / "plain.html").read_text()
    assert "<details" not in (site / "plain.html").read_text()
    assert [
        path.name for path in (site / "notebooks" / "exercises").iterdir()
    ] == ["double.ipynb"]
