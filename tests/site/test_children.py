"""The children in a page without a kernel: the page answers as the library."""

import pytest
from playwright.sync_api import Browser, Page

from attnbook.show.live import frontend
from attnbook.show.live.children import LiveChildren
from tests.show.live.test_children import MODELS, drawn
from tests.site.alive import LIVE, SMALL, TALL, WIDE, in_windows, press
from tests.site.axe import violations

opened = in_windows(lambda: LiveChildren(MODELS))


def pick(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()


def ask(page: Page, which: str, name: str) -> None:
    page.get_by_label(f"{which} question", exact=True).select_option(name)


def said(page: Page) -> str:
    return page.get_by_role("status").text_content() or ""


def shown(page: Page, figure: LiveChildren) -> None:
    """Assert that the page says this figure's answers to its child."""
    answers = figure.reads()["said"][figure.child]
    for whom, colour in zip(figure.asks[figure.child], answers, strict=False):
        assert f"{figure.names[whom]}: {figure.colours[colour]}" in said(page)


def test_its_functions_are_the_librarys(browser: Browser) -> None:
    """On 200 circles, with all models."""
    page = browser.new_page()
    module = frontend.module("children/reader.js")
    page.add_script_tag(content=f"{module}window.all = answers;", type="module")
    page.wait_for_function("!!window.all")
    figures = drawn(200)
    states = [
        {
            "asks": figure.asks,
            "colour": figure.colour,
            "model": next(
                m
                for m in MODELS
                if int(m["kind"][0]) == figure.heads
                and m["questions"] == figure.questions
            ),
        }
        for figure in figures
    ]
    found = page.evaluate(
        "states => states.map((s) => window.all(s.model, s, 4))", states
    )
    page.close()
    for figure, answer in zip(figures, found, strict=True):
        expected = figure.reads()
        assert answer["said"] == expected["said"]
        for head, rows in zip(
            answer["weights"], expected["weights"], strict=True
        ):
            for row, other in zip(head, rows, strict=True):
                assert row == pytest.approx(other, abs=1e-4)


def test_what_a_reader_changes_changes_the_answers(opened: Page) -> None:
    heights = {opened.evaluate(TALL)}
    shown(opened, LiveChildren(MODELS))
    assert "Fay: blue, wrong. 8 of 12 answers right" in said(opened)
    pick(opened, "two heads")
    assert "Fay: green, right. 12 of 12 answers right" in said(opened)
    ask(opened, "second", "Dan")
    assert "Dan: white, right" in said(opened)
    pick(opened, "one question")
    assert "Dan" not in said(opened) and "6 of 6" in said(opened)
    heights.add(opened.evaluate(TALL))
    cards = opened.get_by_role("radiogroup", name="children").get_by_role(
        "radio"
    )
    cards.nth(2).click()
    opened.get_by_role("radio", name="white", exact=True).click()
    opened.keyboard.press("ArrowLeft")
    opened.keyboard.press("ArrowLeft")
    assert said(opened).startswith("Answers to Cid: Cid: green, right")
    cards.first.click()
    assert said(opened).startswith("Answers to Ann: Cid: green, right")
    press(opened, "new circle")
    assert "6 of 6" in said(opened)
    heights.add(opened.evaluate(TALL))
    assert len(heights) == 1


def test_tab_enters_each_group_once_and_it_fits(opened: Page) -> None:
    stops = opened.locator(f"{LIVE} :is(button, select):not([tabindex='-1'])")
    assert stops.count() == 7
    assert opened.evaluate(WIDE) <= 0
    assert opened.evaluate(SMALL, f"{LIVE} button") == []
    assert violations(opened) == []
