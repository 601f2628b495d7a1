"""Every page of the built site, at the width of a phone and of a desktop:
nothing missing, wide or unreadable.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from attnbook import pretrained
from tests.environment import CHAPTERS
from tests.site import axe, labels
from tests.site.browser import document

ROOT = Path(__file__).parents[2]
SITE = ROOT / "_build" / "html"
TOC = (ROOT / "_toc.yml").read_text(encoding="utf-8")
OTHER = {"index.html", "search.html"}
PAGES = [f"{name}.html" for name in re.findall(r"(?:root|file): (\S+)", TOC)]
STEADY = [path for path in PAGES if path.startswith("chapters/")]
"""The pages on which nothing scrolls sideways, not even by itself."""
CHAPTER_PAGES = [f"chapters/{path.stem}.html" for path in CHAPTERS]
RESULTS = [path for path in PAGES if path.startswith("book/results/")]
WITH_NOTES = [*CHAPTER_PAGES, *RESULTS]
"""In wide windows they have notes in the margin."""
ALIKE = [path for path in [*PAGES, "search.html"] if path not in WITH_NOTES]
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
KEYBOARD = """() => {
  const ring = (part) => {
    const style = getComputedStyle(part);
    const width = parseFloat(style.outlineWidth);
    const outline = style.outlineStyle === "solid" && width >= 3;
    return outline || / 0px 0px 0px 3px/.test(style.boxShadow);
  };
  const tab = { key: "Tab", bubbles: true, cancelable: true };
  const all = [...document.querySelectorAll("*")];
  window.stops = [];
  addEventListener("focusin", ({ target }) => {
    const around = target.closest("label, .bd-search");
    const near = [target, ...target.children, around];
    stops.push([
      `${all.indexOf(target)}: ${target.outerHTML.slice(0, 150)}`,
      near.filter(Boolean).some(ring),
      target.tabIndex === 0,
      target.dispatchEvent(new KeyboardEvent("keydown", tab)),
    ]);
  });
}"""
"""Note what comes into focus; whether it, or a part of it, has a ring of 3
pixels; whether it stands in the order of the page and lets the keyboard go on.
"""
FOCUS = """() => {
  document.activeElement.blur(); // else what has the focus does not get it
  window.stops = [];
  [...document.querySelectorAll("body *")]
    .filter((part) => part.tabIndex >= 0)
    .forEach((part) => part.focus({ preventScroll: true }));
  document.activeElement.blur();
  return stops;
}"""
"""Focus all that the keyboard can come to, one after the other: in a hundredth
of the time that it takes to press Tab.
"""


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
FIRST, GAP = 800, 1600
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
HEAVY = 3_000_000  # bytes of a chapter, without its models
FULL = 4_000_000  # bytes of the page that has every finding of all chapters


def bare(boxes: list[list[float]], end: float) -> list[tuple[int, int]]:
    """The stretches without a picture that are too long."""
    tops = [top for top, _ in boxes] + [end]
    bottoms = [0.0] + [bottom for _, bottom in boxes]
    limits = [FIRST] + [GAP] * len(boxes)
    found = zip(bottoms, tops, limits, strict=True)
    return [(int(a), int(b)) for a, b, limit in found if b - a > limit]


def focused(page: Page) -> list[list]:
    """What KEYBOARD, once on the page, notes of all that can have the focus;
    after a key, since rings are for those who use keys.
    """
    page.keyboard.press("Tab")
    return page.evaluate(FOCUS)


def resized(page: Page, width: int, theme: str) -> None:
    """The same page in a window of another width, in another theme."""
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        "theme => document.documentElement.dataset.theme === theme", arg=theme
    )
    page.evaluate("new Promise(requestAnimationFrame)")


@pytest.mark.parametrize("path", [*PAGES, "search.html"])
def test_page(path: str, window: Callable) -> None:
    """Formulas are set, pictures described, no page is wider than its window,
    axe finds nothing and the keyboard is seen wherever it is, the buttons in
    the header too, on a phone and on a desktop in the other theme; of pages
    that look alike every other one is met on a phone.

    A page is light, and its icons need no script. The letters of its figures
    can be read on a phone, folds opened, and no label lies on another.
    In a chapter pictures come soon and often, and no code, formula or table
    scrolls by itself, folds opened.
    """
    phone, desktop, wide = (390, "light"), (1280, "dark"), (1680, "dark")
    ways = [phone, *([wide] if path in WITH_NOTES else []), desktop]
    with window(phone[0], color_scheme=phone[1]) as opened:
        page = opened.open(path)
        assert page.evaluate(UNRENDERED) == 0
        assert page.locator("mjx-merror").count() == 0, (
            "MathJax refuses a formula"
        )
        assert page.evaluate(UNDESCRIBED) == []
        loaded = page.evaluate(LOADED)
        heavy = HEAVY if path in CHAPTER_PAGES else FULL
        assert sum(size for size, _ in loaded) <= heavy, sorted(loaded)
        assert len(page.evaluate(ICON)) == 3, "a sign between quotes"
        page.evaluate(UNFOLD, True)
        assert labels.small(page) == []
        assert labels.meeting(page) == []
        for width, theme in ways:
            resized(page, width, theme)
            for unfolded in (True, False):
                page.evaluate(UNFOLD, unfolded)
                assert page.evaluate(TOO_WIDE) == 0, (
                    f"{path} is wider than {width} pixels"
                )
                if path in STEADY and unfolded:
                    assert page.evaluate(SIDEWAYS) == []
                    assert page.evaluate(APART) == []
        if path in CHAPTER_PAGES:
            assert bare(*page.evaluate(PICTURES)) == []
        page.evaluate(UNFOLD, True)
        page.evaluate(KEYBOARD)
        least = 5 if path in CHAPTER_PAGES else 2
        looked = [desktop, phone]
        if path in ALIKE:
            looked = [looked[ALIKE.index(path) % 2]]
        for width, theme in looked:
            resized(page, width, theme)
            stops = focused(page)
            assert sum("<button" in html for html, *_ in stops) > least
            assert [html for html, *held in stops if not all(held)] == []
            assert axe.violations(page) == []


def test_text_that_cannot_be_read_is_found(window: Callable) -> None:
    """Although only a few texts of each look are measured."""
    places = (".highlight .k", "article p", "nav a")
    with window(1280) as opened:
        page = opened.open(STEADY[-1])
        style = f"{', '.join(places)} {{ color: #aaa !important }}"
        page.add_style_tag(content=style)
        said = axe.violations(page)
        assert all(each.startswith("color-contrast: ") for each in said)
        for place in places:
            assert page.locator(place).evaluate_all(
                "(all, said) => all.some(e => said.includes("
                "'color-contrast: ' + e.outerHTML.slice(0, 300)))",
                said,
            )


@pytest.mark.parametrize(
    ("wrong", "asked"),
    [
        ("tspan[font-size] { font-size: 8px !important }", "small"),
        ("svg.diagram { width: 300px }", "small"),
        ("svg.diagram text { font-size: 60px !important }", "meeting"),
    ],
)
def test_letters_that_cannot_be_read_are_found(
    wrong: str, asked: str, window: Callable
) -> None:
    with window(390) as opened:
        page = opened.open("chapters/02_bahdanau_attention.html")
        page.add_style_tag(content=wrong)
        found = labels.small(page, "article .drawing"), labels.meeting(page)
        assert found[asked == "meeting"]


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ("fetch('http://book.example/').catch(() => 0)", "another host"),
        ("fetch('missing.css').then(() => 0)", "404: "),
        ("new Promise((done) => setTimeout(() => done(wrong)))", "wrong"),
        ("console.error('oops')", "console: oops"),
    ],
)
def test_what_goes_wrong_in_a_window_is_found(
    wrong: str, found: str, window: Callable
) -> None:
    with pytest.raises(AssertionError, match=found), window(390) as opened:
        page = opened.open("book/references.html")
        page.evaluate(f"() => {{ {wrong}; return 0 }}")
        for _ in range(600):
            if not opened.problems:
                page.wait_for_timeout(100)


def test_stretches_without_a_picture_are_found() -> None:
    assert bare([[700, 900], [2500, 2600]], 4000) == []
    assert bare([[801, 900], [2501, 2600]], 4201) == [
        (0, 801),
        (900, 2501),
        (2600, 4201),
    ]
    assert bare([], 900) == [(0, 900)]


def test_the_site_is_what_the_table_of_contents_names(address: str) -> None:
    """Nothing else of the checkout (caches, notes, solutions) has become a
    page.
    """
    built = {
        path.relative_to(SITE).as_posix()
        for path in SITE.rglob("*.html")
        if "_static" not in path.parts
    }
    assert built == {*PAGES, *OTHER}


def test_tab_leads_from_the_first_link_to_the_last(window: Callable) -> None:
    """Then out of the page; nowhere else than where `focused` was."""
    with window(1280) as opened:
        page = opened.open("chapters/exercises/01_rnn_seq2seq.html")
        page.evaluate(KEYBOARD)
        pressed = 0
        while page.evaluate("stops.length") == pressed < 1000:
            for _ in range(25):
                page.keyboard.press("Tab")
            pressed += 25
        assert pressed < 1000
        # the contents of the page open and close as it scrolls
        places = (
            "stops.splice(0).filter(([html]) => !html.includes('nav-link'))"
            ".map(([html]) => parseInt(html))"
        )
        walked = set(page.evaluate(places))
        focused(page)
        assert len(walked) > 100
        assert walked <= set(page.evaluate(places))


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ("place.style.outline = 'none'", 1),
        ("place.tabIndex = 1", 2),
        ("place.addEventListener('keydown', (e) => e.preventDefault())", 3),
    ],
)
def test_what_the_keyboard_misses_is_found(
    wrong: str, what: int, window: Callable
) -> None:
    """No ring, an order of its own, a place that is never left."""
    with window(1280) as opened:
        page = opened.open("book/references.html")
        page.evaluate(KEYBOARD)
        place = "const place = document.querySelector('article p a')"
        page.evaluate(f"() => {{ {place}; {wrong}; }}")
        (found,) = [stop for stop in focused(page) if not all(stop)]
        assert not found[what]


def figures(notebook: Path) -> set[str]:
    """The plain text of every picture that a notebook shows."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    shown = [output.get("data", {}) for output in outputs]
    texts = ["".join(d["text/plain"]) for d in shown if "image/png" in d]
    return {" ".join(text.split()) for text in texts}


@pytest.mark.parametrize(
    "notebook",
    sorted(ROOT.glob("chapters/*.ipynb")),
    ids=lambda path: path.stem,
)
@pytest.mark.usefixtures("address")
def test_pictures_are_described_by_their_plain_text(notebook: Path) -> None:
    page = document(notebook.relative_to(ROOT).with_suffix(".html").as_posix())
    described = {
        part.get("alt", part.get("aria-label"))
        for part in page.select(".cell_output :is(img, svg)")
    }
    assert figures(notebook) <= described


def test_the_site_holds_the_weights_that_its_pages_name(address: str) -> None:
    """Those and no others."""
    files = {path.name for path in SITE.glob("_weights/*")}
    pages = [p.read_text(encoding="utf-8") for p in SITE.rglob("*.html")]
    named = {
        f"{name}.safetensors"
        for name in pretrained.names()
        if any(f'"_weights/{name}.safetensors"' in page for page in pages)
    }
    assert files == named
