"""The letters of every figure can be read on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.site.test_pages import PAGES, UNFOLD

LEAST = 11  # pixels
FIGURES = "article :is(.drawing, [data-live-figure])"
LETTERS = """(where) => [...document.querySelectorAll(`:is(${where}) *`)]
  .filter((part) => part.checkVisibility()
    && !part.closest("mjx-container")
    && [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .map((part) => {
    const { a = 1, b = 0 } = part.getScreenCTM?.() ?? {};
    const size = parseFloat(getComputedStyle(part).fontSize);
    return [part.textContent, size * Math.hypot(a, b)];
  })"""
"""What is written in figures, and how large, in pixels of the window."""
MEET = """() => [...document.querySelectorAll("article svg.diagram")]
  .filter((drawing) => drawing.checkVisibility())
  .flatMap((drawing) => {
    const all = [...drawing.querySelectorAll("text")].map((text) => {
      const { left, right, top, height } = text.getBoundingClientRect();
      return [text.textContent, left, right, top, height];
    });
    const edge = drawing.getBoundingClientRect();
    const out = ([, left, right]) => left < edge.left || right > edge.right;
    // letters take about two thirds of the height of their line
    const meet = ([, a, b, y, h], [, c, d, z, i]) =>
      Math.min(b, d) - Math.max(a, c) > 0.5
      && Math.abs(y + h / 2 - z - i / 2) < (h + i) / 3.2;
    return all.flatMap((one, k) => [
      ...(out(one) ? [[one[0], "cut"]] : []),
      ...all.slice(k + 1).filter((other) => meet(one, other))
        .map((other) => [one[0], other[0]]),
    ]);
  })"""
"""Labels of drawings that lie on each other or outside."""


def small(page: Page, where: str) -> list[list]:
    """What is written there too small to be read."""
    found = page.evaluate(LETTERS, where)
    assert found or where == FIGURES
    return [each for each in found if each[1] < LEAST - 0.01]


@pytest.mark.parametrize("path", PAGES)
def test_letters_of_figures_can_be_read_on_a_phone(
    path: str, window: Callable
) -> None:
    """At least 11 pixels, sub- and superscripts too, in all drawings, plots,
    heat maps and live figures; and no label of a drawing lies on another.
    """
    with window(390) as opened:
        page = opened.open(path)
        page.evaluate(UNFOLD, True)
        assert small(page, FIGURES) == []
        assert page.evaluate(MEET) == []


@pytest.mark.parametrize(
    ("wrong", "asked"),
    [
        ("tspan[font-size] { font-size: 8px !important }", "small"),
        ("svg.diagram { width: 300px }", "small"),
        ("svg.diagram text { font-size: 60px !important }", "meet"),
    ],
)
def test_letters_that_cannot_be_read_are_found(
    wrong: str, asked: str, window: Callable
) -> None:
    with window(390) as opened:
        page = opened.open("chapters/02_bahdanau_attention.html")
        page.add_style_tag(content=wrong)
        found = small(page, "article .drawing"), page.evaluate(MEET)
        assert found[asked == "meet"]
