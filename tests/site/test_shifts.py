"""Nothing on a page moves by itself, whatever of it comes first."""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from extension.faces import LOOKS, SYSTEM
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser, Page, Route

from attncourse.figures import style
from tests.site.browser import LAID, UNKNOWN
from tests.site.test_pages import PAGES

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
EVERY = [*PAGES, "search.html?q=attention"]
MOST = 0.05
"""From this sum of shifts on, readers are said to notice."""


@contextmanager
def opened(
    browser: Browser, url: str, width: int, way: str, more: str = ""
) -> Iterator[Page]:
    """A page as a browser shows it that has never seen the site."""
    held, until = WAYS[way]
    context = browser.new_context(
        reduced_motion="reduce", viewport={"width": width, "height": 900}
    )
    context.set_default_timeout(60_000)
    context.add_init_script(UNKNOWN + WATCH + more)
    page, late, holding = context.new_page(), [], True

    def hold(route: Route) -> None:
        late.append(route)
        if not holding:
            route.continue_()

    page.route(held, hold)
    page.goto(url, wait_until="commit")
    page.wait_for_function(until, polling=20)
    assert late
    holding = False
    for route in [*late]:
        route.continue_()
    page.wait_for_load_state()
    page.wait_for_function(LAID)
    page.wait_for_function(DONE)
    yield page
    context.close()


CASES = [
    (path, (390, 1280)[(k // 2) % 2], sorted(WAYS)[k % 2])
    for k, path in enumerate(EVERY)
]
"""Neighbours differ in what comes last, every second pair in the width."""


@pytest.mark.parametrize(("path", "width", "way"), CASES)
def test_a_page_stands_still(
    browser: Browser, address: str, path: str, width: int, way: str
) -> None:
    with opened(browser, f"{address}/{path}", width, way) as page:
        shifts = page.evaluate(SCROLL)
    assert sum(value for value, *_ in shifts) <= MOST, shifts


IN_TWO = """async () => {
  const text = await (await fetch(location)).text();
  const cut = text.indexOf("</th>");
  document.open();
  document.write(text.slice(0, cut));
  do await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  while (!document.querySelector("th"));
  document.write(text.slice(cut));
  document.close();
}"""
"""The page comes once more, and stops for a while in its first table."""


@pytest.mark.parametrize("name", ["claims", "deviations", "notation"])
def test_a_table_stands_still_while_its_rows_come(
    browser: Browser, address: str, name: str
) -> None:
    url = f"{address}/book/{name}.html"
    with opened(browser, url, 1280, "letters first") as page:
        page.evaluate(IN_TWO)
        page.wait_for_function(LAID)
        shifts = page.evaluate(SCROLL)
    assert sum(value for value, *_ in shifts) <= MOST, shifts


def test_what_moves_is_found(browser: Browser, address: str) -> None:
    """A line that comes late, above all others."""
    more = """addEventListener("load", () => setTimeout(() => {
      document.querySelector("article").prepend(document.createElement("hr"));
      document.querySelector("hr").style.height = "40vh";
    }, 100));"""
    url = f"{address}/book/references.html"
    with opened(browser, url, 390, "letters first", more) as page:
        page.wait_for_selector("hr")
        assert sum(value for value, *_ in page.evaluate(SCROLL)) > MOST


ROOM = """async ([family, weight, slant, ...texts]) => {
  const part = document.createElement("p");
  part.style = `font: ${slant} ${weight} 100px/normal "${family}", monospace;
    position: absolute; white-space: pre`;
  document.body.append(part);
  await document.fonts.load(part.style.font, texts.join("")).catch(() => []);
  return texts.map((text) => {
    part.textContent = text;
    const { width, height } = part.getBoundingClientRect();
    return [width, height];
  });
}"""


@pytest.fixture(scope="module")
def room(window: Callable) -> Iterator[Callable]:
    """How wide and high texts stand on a page of the site, in letters of a
    family; "Own" are those of the library.
    """
    with window(1280) as opened:
        page = opened.open("book/references.html")
        for look, (weight, slant, *_) in LOOKS.items():
            file = style.FONTS / f"CourseSans-{look}.ttf"
            url = (
                f"data:font/ttf;base64,{b64encode(file.read_bytes()).decode()}"
            )
            face = f"""font-family: "Own"; font-weight: {weight};
              font-style: {slant}; src: url("{url}")"""
            page.add_style_tag(content=f"@font-face {{ {face} }}")
        yield lambda *asked: page.evaluate(ROOM, asked)


@pytest.mark.parametrize("look", LOOKS)
def test_the_site_has_the_letters_of_the_library(
    room: Callable, look: str
) -> None:
    font = TTFont(style.FONTS / f"CourseSans-{look}.ttf")
    asked = *LOOKS[look][:2], *map(chr, font.getBestCmap())
    assert room("Course Sans", *asked) == room("Own", *asked)


@pytest.mark.parametrize("look", LOOKS)
def test_what_stands_in_takes_as_much_room(room: Callable, look: str) -> None:
    text = "Each word asks the others what they hold, and mixes the answers."
    asked = *LOOKS[look][:2], text
    ((wide, high),) = room("Course Sans", *asked)
    found = [room(f"Like {family}", *asked) for family in SYSTEM]
    found = [sizes for sizes in found if sizes != room("none", *asked)]
    assert found, "none of the letters of systems is here"
    for ((other, lines),) in found:
        assert abs(other / wide - 1) < 0.04
        assert abs(lines / high - 1) < 0.02
