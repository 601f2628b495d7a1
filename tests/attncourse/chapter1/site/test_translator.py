"""The figure of two translators, used as a reader uses it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.attncourse.chapter1 import translations
from tests.attncourse.chapter1.translations import (
    BOX,
    OWN,
    SAY,
    TEXTS,
    answers,
    ask,
    texts,
)
from tests.attncourse.live.site.alive import opened, press

SEEN = f"{BOX} [role=status] >> nth=1"
PIECES = f"{BOX} section >> nth=1 >> .written li"
LIT = f"{BOX} section >> nth=1 >> .written li[data-lit]"
FINISHED = "/Computed in your browser/.test(document.body.innerText)"


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with both models loaded by its button."""
    with opened(browser, translations.figure()) as page:
        page.click("text=Load both models (")
        page.wait_for_function(FINISHED)
        yield page


def test_it_translates_what_the_reader_types(ready: Page) -> None:
    assert ask(ready, OWN).startswith("Computed in your browser, in ")
    written = answers(OWN)
    assert texts(ready) == [answer["text"] for answer in written]
    pieces = ready.locator(PIECES).all_text_contents()
    assert pieces == written[1]["target"]
    chosen = ready.locator("select").evaluate("s => s.selectedOptions[0].text")
    assert chosen == "Your own sentence"


def test_words_that_only_one_model_wrote_are_marked(ready: Page) -> None:
    ready.select_option("select", "0")
    ready.wait_for_function(FINISHED)
    (recorded, *_) = translations.figure().examples
    said = [answer["text"] for answer in recorded["answers"]]
    words = [{word.strip(".") for word in text.split()} for text in said]
    for k, own in ((0, words[0] - words[1]), (1, words[1] - words[0])):
        marked = ready.locator(f"{TEXTS} >> nth={k} >> mark")
        assert set(marked.all_text_contents()) == own != set()


WORD = "a" * 399
"""One word of 399 tokens."""


def test_the_reader_can_stop_what_takes_long(ready: Page) -> None:
    """What was written by then stays, and the next question is answered."""
    ready.fill("textarea", WORD)
    ready.press("textarea", "Enter")
    press(ready, "Stop")
    ready.get_by_text("You stopped it.").wait_for()
    said = ready.locator(SAY).text_content()
    assert "You stopped it. Computed in your browser" in said
    assert "Stopped after" not in said
    pieces = ready.locator(PIECES).all_text_contents()
    assert len(pieces) < 80 and "[stop]" not in pieces
    assert ready.inner_text(f"{BOX} button.main") == "Translate"
    assert ask(ready, OWN).startswith("Computed in your browser")
    assert texts(ready) == [answer["text"] for answer in answers(OWN)]


def test_the_keyboard_does_everything(ready: Page) -> None:
    """Tab goes through; Enter asks; arrows go through the steps."""
    ask(ready, OWN)
    answer = answers(OWN)[1]
    ready.focus("select")
    for name in ("textarea", "button", "input"):
        ready.keyboard.press("Tab")
        assert ready.locator(f"{BOX} {name}:focus").count() == 1
    for key, t in (
        ("ArrowRight", 1),
        ("End", len(answer["target"]) - 1),
        ("ArrowLeft", len(answer["target"]) - 2),
        ("Home", 0),
    ):
        ready.keyboard.press(key)
        word, row = answer["target"][t], answer["weights"][t]
        most = answer["source"][int(row.argmax())]
        seen = ready.locator(SEEN).text_content()
        start = f"Step {t + 1} writes “{word}” and reads “{most}” "
        assert seen.startswith(start), key
        assert f"{float(row.max()):.2f}" in seen
        assert ready.locator(LIT).all_text_contents() == [word]


def test_pointing_previews_and_a_click_stays(ready: Page) -> None:
    ask(ready, OWN)
    rows, lit = ready.locator(PIECES), ready.locator(LIT)
    words = rows.all_text_contents()
    rows.nth(3).hover()
    assert lit.all_text_contents() == [words[3]]
    ready.mouse.move(0, 0)
    assert lit.all_text_contents() == [words[0]]
    rows.nth(3).click()
    ready.mouse.move(0, 0)
    assert lit.all_text_contents() == [words[3]]
