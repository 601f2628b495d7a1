"""The calculator in a page without a kernel."""

from playwright.sync_api import Page

from attncourse.chapter6.live.calculator import LiveCalculator
from tests.attncourse.chapter6.live.test_calculator import BLIND
from tests.attncourse.live.site.alive import in_window, press

opened = in_window(lambda: LiveCalculator(BLIND), "wide")


def sums(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(".sum").all_inner_texts()]


def test_a_swap_swaps_the_sums(opened: Page) -> None:
    told = ["9 − 4 = 5 ✓", "4 − 9 = 5 ✗", "9 − 4 = 5 ✓", "4 − 9 = −5 ✓"]
    assert sums(opened) == told
    press(opened, "swap")
    assert sums(opened) == [told[n] for n in (1, 0, 3, 2)]
    opened.get_by_label("second digit").select_option("4")
    assert sums(opened) == ["4 − 4 = 0 ✓"] * 4
    signs = opened.get_by_role("img", name="right").count()
    assert signs == 4
    assert opened.get_by_text("55 of 100").is_visible()
