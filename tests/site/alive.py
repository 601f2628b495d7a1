"""A page that holds one live figure and nothing else, as a site shows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

from attnbook.show.live.base import LiveFigure

COLOURS = {"light": "background: #fff; color: #323232"}
COLOURS["dark"] = "background: #121212; color: #ced6dd"
PAGE = """<!doctype html><html lang="en"><head><title>Figure</title>
<meta charset="utf-8"></head><body style="font-family: sans-serif; {}">
<main style="max-width: 46rem"><h1>Figure</h1>{}</main></body></html>"""
LIVE = ".attnbook-live"
TALL = f"document.querySelector('{LIVE}').getBoundingClientRect().height"
WIDE = "document.documentElement.scrollWidth - innerWidth"
SMALL = """selector => [...document.querySelectorAll(selector)].flatMap(e => {
  const {width, height} = e.getBoundingClientRect();
  return width < 44 || height < 44 ? [[e.textContent, width, height]] : [];
})"""
"""Of the elements that a finger must hit, those smaller than 44 pixels."""


@contextmanager
def alive(
    browser: Browser, figure: LiveFigure, width: int, theme: str
) -> Iterator[Page]:
    """The figure in a window; at its end nothing may have gone wrong."""
    page = browser.new_page(
        viewport={"width": width, "height": 900}, reduced_motion="reduce"
    )
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda m: m.type == "error" and problems.append(m.text))
    page.on("request", lambda r: problems.append(r.url))
    html = figure._repr_mimebundle_()[0]["text/html"]
    page.set_content(PAGE.format(COLOURS[theme], html))
    page.wait_for_selector(LIVE)
    page.evaluate("new Promise(requestAnimationFrame)")
    yield page
    page.close()
    own = ("blob:", "data:")
    assert [text for text in problems if not text.startswith(own)] == []


def in_windows(
    make: Callable[[], LiveFigure], phone: str = "dark", desk: str = "light"
) -> Callable:
    """A fixture of a module: the figure in a narrow and in a wide window, with
    these themes.
    """

    @pytest.fixture(
        scope="module", params=[(390, phone), (1280, desk)], ids=str
    )
    def opened(
        request: pytest.FixtureRequest, browser: Browser
    ) -> Iterator[Page]:
        with alive(browser, make(), *request.param) as page:
            yield page

    return opened


def press(page: Page, name: str) -> None:
    """Press a button."""
    page.get_by_role("button", name=name).click()


def slide(page: Page, slider: int, value: float) -> None:
    """Move a slider as a reader does: the page hears an input."""
    change = "(e, v) => { e.value = v; e.dispatchEvent(new Event('input')) }"
    sliders = page.locator(f"{LIVE} input[type=range]")
    sliders.nth(slider).evaluate(change, value)
