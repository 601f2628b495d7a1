"""The letters of the figures of a page, as they stand in its window."""

from playwright.sync_api import Page

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


def small(page: Page, where: str = FIGURES) -> list[list]:
    """What is written there too small to be read, sub- and superscripts too."""
    found = page.evaluate(LETTERS, where)
    assert found or where == FIGURES
    return [each for each in found if each[1] < LEAST - 0.01]


def meeting(page: Page) -> list[list[str]]:
    """Labels of drawings that lie on each other or outside."""
    return page.evaluate(MEET)
