"""What the looks at a page find when something is wrong with it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.site import axe, labels
from tests.site.arriving import arriving, moved
from tests.site.keyboard import KEYBOARD, focused
from tests.site.looks import STEADY, bare


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
    assert bare([[700, 900], [3400, 3500]], 6000) == []
    assert bare([[801, 900], [3401, 3500]], 6001) == [
        (0, 801),
        (900, 3401),
        (3500, 6001),
    ]
    assert bare([], 900) == [(0, 900)]


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


def test_what_moves_is_found(browser: Browser, address: str) -> None:
    """A line that comes late, above all others."""
    more = """addEventListener("load", () => setTimeout(() => {
      document.querySelector("article").prepend(document.createElement("hr"));
      document.querySelector("hr").style.height = "40vh";
    }, 100));"""
    path = "book/references.html"
    with arriving(browser, address, path, 390, "letters first", more) as w:
        w.page.wait_for_selector("hr")
        assert moved(w.page)
