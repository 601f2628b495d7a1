"""The site keeps what its pages load, and nothing else of MathJax."""

import re

import pytest
from extension import pruning

from tests.site.browser import SITE, document
from tests.site.looks import CHAPTER_PAGES

MATHJAX = {"startup.js", "core.js", "LICENSE.txt", "input", "output", "a11y"}


def test_what_no_page_needs_is_left_out(address) -> None:
    """What one of them needs is loaded wherever a page is opened."""
    files = [f for f in SITE.glob("_static/mathjax/**/*") if f.is_file()]
    parts = [f.relative_to(SITE / "_static/mathjax").parts for f in files]
    assert {part[0] for part in parts} == MATHJAX
    assert len(files) < 40
    assert document("search.html").select("script[src*=searchindex]")


@pytest.mark.parametrize("path", CHAPTER_PAGES)
def test_pictures_of_a_chapter_are_files_that_come_when_they_are_near(
    path: str, address
) -> None:
    page = document(path)
    assert not page.select("script[src*=searchindex], script[src*=fontawesome]")
    for picture in page.select(".cell_output img:not(noscript *)"):
        small = len(picture["src"]) < 3000
        assert small if "data:" in picture["src"] else picture["loading"]


def test_what_looks_like_text_needs_no_element(address) -> None:
    """Its colour is that of all code, in both themes."""
    sheet = next(SITE.glob("_static/all.*.css")).read_text(encoding="utf-8")
    for theme in ("light", "dark"):
        start = f'html[data-theme="{theme}"] .highlight'
        (plain,) = re.findall(
            rf"{re.escape(start)} {{[^}}]*\bcolor: (#\w+)", sheet
        )
        for name in ("n", "nn", "p", "w"):
            assert f"{start} .{name} {{ color: {plain} }}" in sheet
    marked = '<span class="nn">torch</span><span class="k">as</span>'
    assert pruning.PLAIN.sub(r"\1", marked) == 'torch<span class="k">as</span>'
