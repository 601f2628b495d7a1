"""The clocks in a page without a kernel: what a reader drags turns them."""

import pytest
from playwright.sync_api import Locator, Page

from attncourse.chapter6.live.clocks import KINDS, LiveClocks
from tests.attncourse.live.site.alive import LIVE, in_window, numbers, said

opened = in_window(LiveClocks, "narrow")
LABELS = {"alibi": "ALiBi"}


def handle(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def pick(page: Page, kind: str) -> None:
    page.get_by_role("radio", name=LABELS.get(kind, kind)).click()


def places(page: Page) -> list[int]:
    """Where the words are, as their buttons say."""
    labels = (
        handle(page, f"{word} at").get_attribute("aria-label")
        for word in ("query", "key")
    )
    return [int(label.split()[-1]) for label in labels]


def put(page: Page, word: str, here: int, there: int) -> None:
    """Move a word with the arrow keys."""
    handle(page, f"{word} at").focus()
    for _ in range(abs(there - here)):
        page.keyboard.press("ArrowRight" if here < there else "ArrowLeft")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    pick(opened, "sinusoidal")
    query, key = places(opened)
    put(opened, "query", query, 20)
    put(opened, "key", key, 15)
    assert places(opened) == [20, 15]
    return opened


def spot(page: Page, place: float, row: float) -> tuple[float, float]:
    """Where a place of the ruler is in the window."""
    box = page.locator(f"{LIVE} .ruler svg").bounding_box()
    share = place / 96
    return box["x"] + 34 + share * (box["width"] - 58), box["y"] + row


def drag(page: Page, row: float, start: float, end: float) -> None:
    page.locator(f"{LIVE} .ruler").scroll_into_view_if_needed()
    page.mouse.move(*spot(page, start, row))
    page.mouse.down()
    page.mouse.move(*spot(page, (start + end) / 2, row + 30))
    page.mouse.move(*spot(page, end, row))
    page.mouse.up()


def shown(page: Page, figure: LiveClocks) -> None:
    """Assert that the page shows the numbers of this figure."""
    found = figure.reads()
    assert places(page) == figure.places
    parts = numbers(page, ".clock strong")
    assert parts == pytest.approx(found["parts"], abs=0.00501)
    score = found["score"]
    text = "hidden" if score is None else f"{score:.2f}".replace("-", "−")
    assert f"Score {text}" in said(page)
    marks = page.locator(f"{LIVE} .ruler circle.mark")
    assert marks.count() == (score is not None)


@pytest.mark.parametrize("kind", KINDS)
def test_it_shows_what_the_library_computes(page: Page, kind: str) -> None:
    pick(page, kind)
    shown(page, LiveClocks(encoding=kind))


def test_words_are_dragged_alone_and_together(page: Page) -> None:
    drag(page, 238, 15, 2)
    shown(page, LiveClocks(places=[20, 2]))
    drag(page, 26, 20, 50)
    shown(page, LiveClocks(places=[50, 2]))
    drag(page, 304, 26, 56)
    shown(page, LiveClocks(places=[80, 32]))
    drag(page, 304, 56, 90)
    assert places(page) == [96, 48], "none leaves the ruler"


def test_the_keyboard_moves_what_has_the_focus(page: Page) -> None:
    handle(page, "query at").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+ArrowRight")
    assert places(page) == [21, 23]
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+ArrowLeft")
    assert places(page) == [13, 15]
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")
    shown(page, LiveClocks(places=[0, 2]))


@pytest.mark.parametrize("kind", KINDS)
def test_it_says_what_moving_both_does_to_the_score(
    page: Page, kind: str
) -> None:
    pick(page, kind)
    assert "Before" not in said(page)
    handle(page, "move both").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    verdict = "another score" if kind == "learned" else "the same."
    before = LiveClocks(encoding=kind).reads()["score"]
    was = f"with q at 20 and k at 15, it was {before:.2f}: {verdict}"
    assert was in said(page)
    assert ("never trained" in said(page)) == (kind == "learned")
    handle(page, "key at").focus()
    page.keyboard.press("ArrowLeft")
    assert "Before" not in said(page) and "6 positions before" in said(page)
