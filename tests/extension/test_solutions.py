"""Exercises on the site: stub first, solution folded below, the student edition
beside the page.
"""

from pathlib import Path

import nbformat
import pytest

from tests.environment import ROOT
from tests.site.browser import SITE, document
from tests.site.looks import PAGES

EXERCISES = [Path(path) for path in PAGES if "/exercises/" in path]


@pytest.mark.parametrize("path", EXERCISES, ids=lambda path: path.stem)
def test_a_page_of_exercises(path: Path, address) -> None:
    """The page shows what nbgrader writes, then, folded, what it hides; the
    output of a check was made with the solution, and is folded too.
    """
    page = document(str(path))
    edition = SITE / "notebooks/exercises" / f"{path.stem}.ipynb"
    (link,) = page.select(".student-edition a[download]")
    assert (SITE / path.parent / link["href"]).resolve() == edition.resolve()
    assert "SOLUTION" not in page.text + edition.read_text("utf-8")
    asked = 0
    source = nbformat.read(ROOT / path.with_suffix(".ipynb"), 4).cells
    for cell in source:
        if "### BEGIN SOLUTION" in cell.source:
            asked += 1
            answered(page.find(id=f"cell-{cell.id}"), cell.source, edition)
        elif "check" in cell.metadata.get("tags", ()) and cell.outputs:
            part = page.find(id=f"cell-{cell.id}")
            assert not part.select(".cell_output:not(details *)")
    assert asked >= 2


def answered(part, source: str, edition: Path) -> None:
    stub, solution = (found.get_text() for found in part.select("pre"))
    cells = nbformat.read(edition, 4).cells
    assert stub.strip() in {cell.source.strip() for cell in cells}
    assert "NotImplementedError" in stub
    lines = [line for line in source.splitlines() if "SOLUTION" not in line]
    assert solution.strip() == "\n".join(lines).strip()
    fold = part.select_one("details.solution")
    assert fold.summary.text == "Solution" and not fold.has_attr("open")


def test_other_pages_are_left_alone(address) -> None:
    assert not document("chapters/05_self_attention.html").select(
        ".student-edition, details.solution"
    )
    editions = {f.stem for f in SITE.glob("notebooks/exercises/*")}
    assert editions == {path.stem for path in EXERCISES}
