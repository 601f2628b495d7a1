"""A page as it comes to somebody who has never seen the site: what moves
meanwhile, what is loaded before anybody scrolls.
"""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager

from playwright.sync_api import Browser, Page, Route

from tests.site.browser import LAID, Window, fresh

WATCH = """
window.seen = [];
window.watch = new PerformanceObserver((list) => note(list.getEntries()));
window.note = (shifts) => seen.push(...shifts.map(({ value, sources }) => [
  value, ...sources.map(({ node }) => (node?.outerHTML ?? "").slice(0, 99)),
]));
watch.observe({ type: "layout-shift", buffered: true });"""
SCROLL = """async () => {
  const still = "[data-live-figure] > img:not([hidden])";
  const near = (image) => image.getBoundingClientRect().top < 3 * innerHeight;
  for (let y = 0; y < document.documentElement.scrollHeight; y += 800) {
    scrollTo(0, y);
    do await new Promise(requestAnimationFrame);
    while ([...document.querySelectorAll(still)].some(near));
  }
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  note(watch.takeRecords());
  return seen.sort((a, b) => b[0] - a[0]);
}"""
"""From the top to the end of a page, no faster than its figures come alive;
what has moved until then.
"""
FONTS, SHEET = re.compile(r"\bCourseSans-"), re.compile(r"/all\.\w+\.css")
LOADED = """performance.getEntriesByType("resource")
  .filter(({ name }) => name.includes("CourseSans-")).length === 3"""
SET = """() => document.readyState !== "loading"
  && (!window.MathJax || MathJax.startup?.promise?.then(() => true))"""
WAYS = {"letters first": (SHEET, LOADED), "letters last": (FONTS, SET)}
"""What is held back, and until when."""
DONE = "!document.querySelector('.search-summary:empty')"
MOST = 0.05
"""From this sum of shifts on, readers are said to notice."""


@contextmanager
def arriving(
    browser: Browser,
    address: str,
    path: str,
    width: int,
    way: str,
    more: str = "",
) -> Iterator[Window]:
    """The page, laid out, not yet scrolled. At its end nothing may have gone
    wrong.
    """
    held, until = WAYS[way]
    size = {"width": width, "height": 900}
    opened = fresh(browser, address, WATCH + more, viewport=size)
    with closing(opened.page.context):
        page, late, holding = opened.page, [], True

        def hold(route: Route) -> None:
            late.append(route)
            if not holding:
                route.continue_()

        page.route(held, hold)
        page.goto(f"{address}/{path}", wait_until="commit")
        page.wait_for_function(until, polling=20)
        assert late
        holding = False
        for route in [*late]:
            route.continue_()
        page.wait_for_load_state()
        page.wait_for_function(LAID)
        page.wait_for_function(DONE)
        yield opened
    assert opened.problems == []


def moved(page: Page) -> list[list]:
    """What has moved by itself until the reader is at the end of the page, if
    a reader notices; the contents at the side follow the reader.
    """
    shifts = [
        shift
        for shift in page.evaluate(SCROLL)
        if not any('class="toc-' in part for part in shift[1:])
    ]
    return shifts if sum(value for value, *_ in shifts) > MOST else []
