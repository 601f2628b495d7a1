"""Slides of a chapter hold its figures and ideas, and need no network."""

import re
from pathlib import Path

import nbformat
import pytest
from paper import slides
from playwright.sync_api import Browser

CHAPTER = slides.CHAPTERS[3]
HOST = re.compile(r"""src=["'](?:https?:)?//|<link[^>]+//|@import""")
HIGH = """() => [...document.querySelectorAll("section.present:not(.stack)")]
  .map((one) => one.scrollHeight - one.clientHeight)"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The slides of one chapter, with what they need."""
    folder = tmp_path_factory.mktemp("slides")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slides, "ROOT", folder)
        patch.setattr(slides, "OUT", folder / "slides")
        patch.setattr(slides, "CHAPTERS", [CHAPTER])
        slides.main()
    return folder / "slides" / f"{CHAPTER.stem}.html"


def test_all_figures_and_ideas_are_there_and_no_code(made: Path) -> None:
    """Of the other chapters `make soak` looks."""
    check_all_is_there(CHAPTER, made.read_text("utf-8"))


def check_all_is_there(path: Path, page: str) -> None:
    """Each figure with its caption, each key idea, and nothing from afar."""
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "code" and (shown := slides.pictured(cell)):
            caption = re.split(r"[*`$\[&'\"]", shown[-1].data["text/markdown"])
            assert " ".join(caption[0].split()) in " ".join(page.split())
        elif "**Key idea:**" in cell.source:
            assert "<strong>Key idea:</strong>" in page
    assert not HOST.search(page)
    assert "findings." not in page and "data-live-figure" not in page


def test_they_fit_and_open_from_a_disk(browser: Browser, made: Path) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    wrong: list[str] = []
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(made.as_uri())
    page.wait_for_function("window.MathJax?.startup?.promise")
    page.evaluate("() => MathJax.startup.promise")
    count = 1
    while not page.evaluate("Reveal.isLastSlide()"):
        assert max(page.evaluate(HIGH)) <= 0, count
        page.evaluate("Reveal.next()")
        count += 1
    assert count == page.evaluate("Reveal.getTotalSlides()") > 20
    assert page.locator("mjx-container").count() > 3
    assert wrong == []
    page.close()
