"""The address that is copied below a live figure holds what the reader gave to
it, and gives it back.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.site.test_forms import CLIPBOARD, READ

PAGE = "book/playground.html"


def copied(page: Page, place: str) -> str:
    """What the address of a figure has behind its place."""
    page.locator(f"#{place} button.copy-link").click()
    page.get_by_text("this figure copied").wait_for(state="attached")
    address, _, given = page.evaluate(READ).partition("?")
    assert address.endswith(f"{PAGE}#{place}")
    return given


def typed(page: Page, place: str) -> None:
    page.locator(f"#{place} textarea").fill("a dog & <b>two</b> cats = 3?")


def translate(page: Page, place: str) -> None:
    typed(page, place)
    page.locator(f"#{place}").get_by_role("radio", name="4").click()


def scene(page: Page, place: str) -> None:
    figure = page.locator(f"#{place}")
    figure.get_by_role("button", name="Add").click()
    figure.locator(".icon[aria-label=seven]").click()
    figure.get_by_role("button", name="Add").click()


def complete(page: Page, place: str) -> None:
    typed(page, place)
    slider = page.locator(f"#{place} input[type=range]").first
    slider.evaluate(
        "e => { e.value = 0.5; e.dispatchEvent(new Event('input')) }"
    )


def drawn(page: Page, place: str) -> None:
    page.locator(f"#{place} [aria-label$='pixel left']").click()
    page.locator(f"#{place}").get_by_role("switch").first.click()


def followed(page: Page, address: str, place: str) -> None:
    """Open an address anew."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector(f"#{place} .attnbook-live")


GIVEN = {
    "try-translate": (translate, "text=a+dog+%26+%3Cb%3Etwo%3C%2Fb%3E"),
    "try-scene": (scene, "scene="),
    "try-complete": (complete, "temperature=0.5"),
    "try-digit": (drawn, "drawing=0"),
}
ODD = {
    "try-translate": (
        "text=%ff%00<script>&beam=3&cached=toString",
        "text=",
    ),
    "try-scene": (
        "scene=constructor+circle+1+1,+red+seven+5+5+99,+red+cross+9+-4",
        "scene=",
    ),
    "try-complete": ("text=&temperature=99&top_k=3&top_p=", "text="),
    "try-digit": ("drawing=z1&chosen=77&shuffled=1", f"drawing=01{62 * '0'}"),
}


@pytest.mark.parametrize("place", GIVEN)
def test_an_address_gives_back_what_the_reader_gave(
    window: Callable, place: str
) -> None:
    """And leaves out what no figure can be given."""
    (act, has), (odd, kept) = GIVEN[place], ODD[place]
    with window(1280, permissions=CLIPBOARD) as w:
        page = w.open(PAGE)
        assert copied(page, place) == "", "nothing was given yet"
        act(page, place)
        given = copied(page, place)
        assert has in given
        followed(page, f"{w.address}/{PAGE}#{place}?{given}", place)
        assert -100 < page.locator(f"#{place}").bounding_box()["y"] < 900
        assert copied(page, place) == given
        followed(page, f"{w.address}/{PAGE}#{place}?{odd}", place)
        found = copied(page, place)
        assert found.startswith(kept) and "&" not in found
        assert page.locator(f"#{place} .attnbook-live script").count() == 0
