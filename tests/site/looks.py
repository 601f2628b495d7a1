"""What every page of the site is asked, in one window: once it has come, at
each width, with folds open and closed.
"""

import re
from collections.abc import Iterable

from playwright.sync_api import Page

from tests.environment import CHAPTERS, NOTEBOOKS, ROOT
from tests.site import axe, labels
from tests.site.browser import READY
from tests.site.keyboard import KEYBOARD, focused

TOC = (ROOT / "_toc.yml").read_text(encoding="utf-8")
PAGES = [f"{name}.html" for name in re.findall(r"(?:root|file): (\S+)", TOC)]
EVERY = [*PAGES, "search.html?q=attention"]
STEADY = [path for path in PAGES if path.startswith("chapters/")]
"""The pages on which nothing scrolls sideways, not even by itself."""
CHAPTER_PAGES = [f"chapters/{path.stem}.html" for path in CHAPTERS]
WITH_GUESSES = [
    path.relative_to(ROOT).with_suffix(".html").as_posix() for path in NOTEBOOKS
]
RESULTS = [path for path in PAGES if path.startswith("book/results/")]
WITH_NOTES = [*CHAPTER_PAGES, *RESULTS]
"""In wide windows they have notes in the margin."""
PHONE, DESKTOP, WIDE = (390, "light"), (1280, "dark"), (1680, "dark")
UNRENDERED = (
    "[...document.querySelectorAll('.math')].filter(e => "
    "!e.querySelector('mjx-container')).length"
)
UNDESCRIBED = (
    "[...document.querySelectorAll('main img')].filter(e => "
    "!e.alt.trim()).map(e => e.outerHTML.slice(0, 200))"
)
TOO_WIDE = (
    "document.documentElement.scrollWidth - "
    "document.documentElement.clientWidth"
)
SIDEWAYS = """() => {
  const article = document.querySelector("article");
  const frame = article.closest(".bd-article-container"); // with the margin
  const edge = frame.getBoundingClientRect().right;
  const outside = (part) => part.localName === "mjx-math"
    && part.getBoundingClientRect().right > edge;
  const scrolls = (part) => part.scrollWidth > part.clientWidth + 1
    && /auto|scroll/.test(getComputedStyle(part).overflowX);
  return [...article.querySelectorAll("*")]
    .filter((part) => outside(part) || scrolls(part))
    .map((part) => [part.outerHTML.slice(0, 80), part.scrollWidth]);
}"""
"""What scrolls sideways by itself, and formulas that are cut off."""
UNFOLD = """open => document.querySelectorAll("article details")
  .forEach((fold) => { fold.open = open })"""
PICTURES = """() => {
  const shown = ".drawing, [data-live-figure], .cell_output img";
  const article = document.querySelector("article");
  const top = article.getBoundingClientRect().top + scrollY;
  const boxes = [...article.querySelectorAll(shown)]
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.height > 0)
    .map((box) => [box.top, box.bottom].map((y) => y + scrollY - top));
  const end = article.getBoundingClientRect().height;
  return [boxes.sort((a, b) => a[0] - b[0]), end];
}"""
"""Where pictures begin and end, folds closed, and where the page ends."""
FIRST, GAP = 800, 2500
APART = """() => [...document.querySelectorAll(".beside")]
  .filter(({ children }) => {
    const tops = [...children].map((part) => part.getBoundingClientRect().top);
    const rows = [...new Set(tops)]
      .map((top) => tops.filter((y) => y === top).length);
    return (tops.length === 3 && rows.length > 1) ||
      (tops.length === 4 && new Set(rows).size > 1);
  })
  .map((row) => row.closest("[id]").id)"""
"""Three pictures of one figure that do not stand in one row; four that make
rows of different lengths.
"""
LOADED = """() => document.fonts.ready.then(() => ["navigation", "resource"]
  .flatMap((kind) => performance.getEntriesByType(kind))
  .map(({ name, decodedBodySize }) => [decodedBodySize, name]))"""
"""What a page has loaded, fonts too: bytes, and where they came from."""
ICON = (
    "getComputedStyle(document.querySelector('.fa-bars'), '::before').content"
)
ANSWERS = ".tag_guess :is(.cell_input, .cell_output):not(.measured *)"
"""The output of each guess, and its code, which is only the name of a stored
result if it is folded into a caption.
"""
SEEN = "parts => parts.map((part) => part.checkVisibility())"
OPEN = "folds => folds.forEach((fold) => { fold.open = true })"
CHOOSE = "all => all.forEach((one) => one.querySelector('input').click())"
LIGHT = 2_000_000  # bytes of a chapter before anybody scrolls
NODES = 10_000
HEAVY = 3_000_000  # bytes of a chapter, without its models
FULL = 4_000_000  # bytes of the page that has every finding of all chapters


def bare(boxes: list[list[float]], end: float) -> list[tuple[int, int]]:
    """The stretches without a picture that are too long."""
    tops = [top for top, _ in boxes] + [end]
    bottoms = [0.0] + [bottom for _, bottom in boxes]
    limits = [FIRST] + [GAP] * len(boxes)
    found = zip(bottoms, tops, limits, strict=True)
    return [(int(a), int(b)) for a, b, limit in found if b - a > limit]


def resized(page: Page, width: int, theme: str) -> None:
    """The same page in a window of another width, in another theme."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        "theme => document.documentElement.dataset.theme === theme", arg=theme
    )
    page.evaluate("new Promise(requestAnimationFrame)")


def size(page: Page, path: str) -> int:
    """Bytes that the page has loaded until now, without the other pages that a
    search looks into.
    """
    return sum(
        size
        for size, url in page.evaluate(LOADED)
        if url.endswith(path) or not url.endswith(".html")
    )


def check_light(page: Page, path: str) -> None:
    """A chapter that has just come has loaded little and holds little."""
    if path in CHAPTER_PAGES:
        assert 500_000 < size(page, path) <= LIGHT, page.evaluate(LOADED)
        count = page.evaluate("document.querySelectorAll('*').length")
        assert 1000 < count <= NODES


def check_closed(page: Page, path: str) -> None:
    """Code and output of guesses wait for a choice."""
    page.locator("details.deeper").evaluate_all(OPEN)
    answers = page.locator(ANSWERS)
    assert answers.count() or path not in WITH_GUESSES
    assert not any(answers.evaluate_all(SEEN))


def check_chosen(page: Page) -> None:
    """Once a reader has chosen, code and output of guesses are seen."""
    page.evaluate(UNFOLD, False)
    page.locator("details.deeper").evaluate_all(OPEN)
    page.locator(".choices").evaluate_all(CHOOSE)
    assert all(page.locator(ANSWERS).evaluate_all(SEEN))


def check_whole(page: Page, path: str) -> None:
    """Formulas are set, pictures described, icons need no script, and all of
    it is not heavy.
    """
    page.wait_for_function(READY)
    assert page.evaluate(UNRENDERED) == 0
    assert page.locator("mjx-merror").count() == 0, "MathJax refuses a formula"
    assert page.evaluate(UNDESCRIBED) == []
    heavy = HEAVY if path in CHAPTER_PAGES else FULL
    assert size(page, path) <= heavy, page.evaluate(LOADED)
    assert len(page.evaluate(ICON)) == 3, "a sign between quotes"


def check_widths(page: Page, path: str, ways: Iterable[tuple]) -> None:
    """No page is wider than its window. On a phone the letters of figures can
    be read, and no label lies on another; in a chapter no code, formula or
    table scrolls by itself, folds opened, and pictures come soon and often.
    """
    for width, theme in ways:
        resized(page, width, theme)
        for unfolded in (True, False):
            page.evaluate(UNFOLD, unfolded)
            assert page.evaluate(TOO_WIDE) == 0, f"wider than {width} pixels"
            if path in STEADY and unfolded:
                assert page.evaluate(SIDEWAYS) == []
                assert page.evaluate(APART) == []
            if (width, theme) == PHONE and unfolded:
                assert labels.small(page) == []
                assert labels.meeting(page) == []
            if path in CHAPTER_PAGES and width == DESKTOP[0] and not unfolded:
                assert bare(*page.evaluate(PICTURES)) == []


def check_access(page: Page, path: str, ways: Iterable[tuple]) -> None:
    """Folds opened, the keyboard is seen wherever it is, the buttons in the
    header too, and axe finds nothing.
    """
    page.evaluate(UNFOLD, True)
    page.evaluate(KEYBOARD)
    least = 5 if path in CHAPTER_PAGES else 2
    for width, theme in ways:
        resized(page, width, theme)
        stops = focused(page)
        assert sum("<button" in html for html, *_ in stops) > least
        assert [html for html, *held in stops if not all(held)] == []
        assert axe.violations(page) == []
