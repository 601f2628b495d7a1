"""The children in a page without a kernel: the page answers as the library."""

from playwright.sync_api import Page

from attncourse.chapter5.live.children import LiveChildren
from tests.attncourse.chapter5.live.test_children import MODELS
from tests.attncourse.live.site.alive import in_window, press, said

opened = in_window(lambda: LiveChildren(MODELS), "wide")


def pick(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()


def ask(page: Page, which: str, name: str) -> None:
    page.get_by_label(f"{which} question", exact=True).select_option(name)


def shown(page: Page, figure: LiveChildren) -> None:
    """Assert that the page says this figure's answers to its child."""
    answers = figure.reads()["said"][figure.child]
    for whom, colour in zip(figure.asks[figure.child], answers, strict=False):
        assert f"{figure.names[whom]}: {figure.colours[colour]}" in said(page)


def test_what_a_reader_changes_changes_the_answers(opened: Page) -> None:
    shown(opened, LiveChildren(MODELS))
    assert "Fay: blue, wrong. 9 of 12 answers right" in said(opened)
    pick(opened, "two heads")
    assert "Fay: green, right. 12 of 12 answers right" in said(opened)
    ask(opened, "second", "Dan")
    assert "Dan: white, right" in said(opened)
    pick(opened, "one question")
    assert "Dan" not in said(opened) and "6 of 6" in said(opened)
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
