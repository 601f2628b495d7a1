"""Slides of a chapter hold its figures and ideas, and need no network."""

import re

import nbformat
import pytest
from paper import slides
from playwright.sync_api import Browser

HOST = re.compile(r"""src=["'](?:https?:)?//|<link[^>]+//|@import""")
HIGH = """() => [...document.querySelectorAll("section.present:not(.stack)")]
  .map((one) => one.scrollHeight - one.clientHeight)"""


@pytest.mark.parametrize("path", slides.CHAPTERS, ids=lambda path: path.stem)
def test_all_figures_and_ideas_are_there_and_no_code(path) -> None:
    page = slides.convert(path)
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "code" and (shown := slides.pictured(cell)):
            caption = re.split(r"[*`$\[&'\"]", shown[-1].data["text/markdown"])
            assert " ".join(caption[0].split()) in " ".join(page.split())
        elif "**Key idea:**" in cell.source:
            assert "<strong>Key idea:</strong>" in page
    assert not HOST.search(page)
    assert "findings." not in page and "data-live-figure" not in page


def test_they_fit_and_open_from_a_disk(
    browser: Browser, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(slides, "ROOT", tmp_path)
    monkeypatch.setattr(slides, "OUT", tmp_path / "slides")
    monkeypatch.setattr(slides, "CHAPTERS", slides.CHAPTERS[3:4])
    slides.main()
    page = browser.new_page(viewport={"width": 1200, "height": 800})
    wrong: list[str] = []
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((tmp_path / "slides" / "04_attention_layer.html").as_uri())
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
