"""Letters of formulas explain themselves: pointer, keyboard, tap, switch."""

from collections.abc import Callable

from playwright.sync_api import expect

PAGE = "chapters/05_self_attention.html"
QUERY = "mjx-container[display] mjx-math .object-Q"
SAYS = "Q queries, one row each. Size: T × K"


def test_pointing_and_the_switch(window: Callable) -> None:
    """The same letter is lit in formulas and drawings; Escape ends it; the
    switch turns it off, on the next page, too.
    """
    with window(1280) as opened:
        page = opened.open(PAGE)
        box = page.locator(".letter-says")
        page.locator(QUERY).first.hover()
        expect(box).to_have_text(SAYS)
        for place in ("mjx-math", "svg"):
            expect(page.locator(f"{place} .letter-lit").first).to_be_attached()
        page.keyboard.press("Escape")
        expect(box).to_be_hidden()
        expect(page.locator(".letter-lit")).to_have_count(0)
        page.get_by_label("Letters explain themselves").uncheck()
        page = opened.open(PAGE)
        page.locator(QUERY).first.hover()
        expect(page.locator(".letter-says")).to_be_hidden()


def test_keyboard(window: Callable) -> None:
    """A formula is one stop; arrows go from letter to letter, round about."""
    with window(1280) as opened:
        page = opened.open(PAGE)
        box = page.locator(".letter-says")
        page.keyboard.press("Tab")
        formula = page.locator("mjx-container:has(.object-Q)[display]").first
        formula.focus()
        expect(box).to_have_text(SAYS)
        page.keyboard.press("ArrowRight")
        expect(box).to_contain_text("X inputs")
        page.keyboard.press("ArrowLeft")
        expect(box).to_have_text(SAYS)


def test_tap(window: Callable) -> None:
    with window(390, has_touch=True) as opened:
        page = opened.open(PAGE)
        page.locator(QUERY).first.tap()
        expect(page.locator(".letter-says")).to_have_text(SAYS)
        wide = "document.documentElement.scrollWidth"
        assert page.evaluate(wide) == 390


def test_without_scripts_formulas_are_plain(window: Callable) -> None:
    with window(1280, java_script_enabled=False) as opened:
        page = opened.open(PAGE)
        text = page.locator("article").inner_text()
        assert r"\mathbf{Q} = \mathbf{X}" in text
        assert r"\class" not in text
