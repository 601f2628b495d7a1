"""Shannon's game in a page without a kernel: who pays how much, and when what
is to be seen.
"""

import math

import pytest
from playwright.sync_api import Page

from attncourse.chapter8.live.shannon import LiveShannon
from tests.attncourse.chapter8.live.test_shannon import LAST, ROUND
from tests.attncourse.live.site.alive import LIVE, in_window, press, said, slide

ROUNDS = [ROUND, LAST]
SHARES = [0.25, *(n / 20 for n in range(6, 20))]
"""What a reader can put on one of four words."""


opened = in_window(lambda: LiveShannon(ROUNDS), "wide")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    opened.reload()
    opened.wait_for_selector(f"{LIVE} button")
    return opened


def bet(page: Page, word: str, share: float, side: str) -> None:
    page.get_by_role("radio", name=word).click()
    slide(page, 0, SHARES.index(share))
    press(page, f"Bet on {side}")


def play(page: Page, *bets: tuple[str, float]) -> None:
    """Both bets of a round."""
    for one, side in zip(bets, ("the left side", "both sides"), strict=True):
        bet(page, *one, side)


def board(page: Page) -> list[list[str]]:
    """The numbers of each player: now, total, mean."""
    rows = page.locator(f"{LIVE} tr:has(td)").all()
    return [row.locator("td").all_text_contents() for row in rows]


def bars(page: Page, word: int) -> list[float]:
    """How long the four bars of a word are, in percent."""
    found = page.locator(f"{LIVE} .offer").nth(word).locator(".bar")
    return found.evaluate_all("e => e.map(b => parseFloat(b.style.width))")


def test_the_right_side_and_the_models_wait_for_the_bets(page: Page) -> None:
    caption = page.locator(f"{LIVE} .caption > p:not(.ghost)")
    hidden = page.get_by_role("img", name="hidden word")
    assert caption.inner_text().strip() == "two dogs, staring"
    assert hidden.count() == 1 and bars(page, 1) == [0, 0, 0, 0]
    bet(page, "in", 0.7, "the left side")
    assert caption.inner_text().endswith("a t-shirt")
    assert hidden.count() == 1 and bars(page, 1) == [70, 0, 70, 0]
    bet(page, "at", 0.4, "both sides")
    assert caption.inner_text() == "two dogs, staring at a t-shirt"
    assert hidden.count() == 0 and bars(page, 0) == [10, 12.5, 40, 50]
    assert bars(page, 1) == [70, 50, 20, 25]


def test_every_player_pays_for_the_true_word(page: Page) -> None:
    paid = [[0.1, 0.125, 0.4, 0.5, 0.25], [0.85, 0.25, 0.05, 1, 0.25]]
    empty = ["–"] * 3
    assert board(page) == [*[empty] * 4, ["–", "–", "2.00"]]
    play(page, ("in", 0.7), ("at", 0.4))
    press(page, "Next caption")
    play(page, ("ball", 0.85), ("box", 0.85))
    costs = [
        [-math.log2(p) for p in given] for given in zip(*paid, strict=True)
    ]
    assert board(page) == [
        [f"{n:.2f}".replace("-0.00", "0.00") for n in (b, a + b, (a + b) / 2)]
        for a, b in costs
    ]
    told = "The word is “ball”. You paid 0.23 bits, then 4.32"
    assert said(page).startswith(told)


def test_a_bet_says_what_it_can_cost(page: Page) -> None:
    assert page.get_by_role("button", name="Bet on the left").is_disabled()
    page.get_by_role("radio", name="on").click()
    for share in SHARES:
        slide(page, 0, SHARES.index(share))
        right, wrong = -math.log2(share), -math.log2((1 - share) / 3)
        told = f"costs {right:.2f} bits if it is the word, and {wrong:.2f} if"
        assert told in said(page), share


def test_the_keyboard_plays(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert "“over” at 50%" in said(page)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert "“over” at 55%" in said(page)
    slider = page.get_by_role("slider")
    told = slider.get_attribute("aria-valuetext") or ""
    assert told == "55%, others 15% each"
    page.keyboard.press("Tab")
    for start in ("Now you see both sides", "The word is “at”", "Choose"):
        page.keyboard.press("Enter")
        assert said(page).startswith(start)
        if start == "Choose":
            break
        focused = page.evaluate("document.activeElement.textContent")
        assert focused in ("Bet on both sides", "Next caption")


def test_after_the_last_caption_it_starts_again(page: Page) -> None:
    first = board(page)
    play(page, ("in", 0.7), ("at", 0.4))
    press(page, "Next caption")
    assert page.get_by_text("2 of 2").is_visible()
    assert page.get_by_role("radio", checked=True).count() == 0
    play(page, ("ball", 0.85), ("ball", 0.85))
    press(page, "Start again")
    assert page.get_by_text("1 of 2").is_visible()
    assert board(page) == first
