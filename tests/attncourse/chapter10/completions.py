"""The figure of the language model, before and after a reader has used it."""

from collections.abc import Callable
from functools import cache

from playwright.sync_api import Page

from attnbook import pretrained
from attnbook.data.tokenizer import tidy
from attncourse.chapter8.recipes.language import distributions
from attncourse.chapter10 import findings
from attncourse.chapter10.live.completion import LiveCompletion
from tests.attncourse.live.site.alive import LIVE, slide

NAME = "lm-captions"
SAY = f"{LIVE} > [role=status]"
SEEN = f"{LIVE} .likely [role=status]"
CHIPS = f"{LIVE} [role=radiogroup][aria-label=caption] button"
BARS = f"{LIVE} button.entry"
DONE = f"/Computed/.test(document.querySelector('{SAY}').textContent)"


@cache
def library() -> pretrained.Completer:
    return pretrained.load(NAME)


def figure() -> LiveCompletion:
    return findings.language.live().display


def again(page: Page, act: Callable[[], object]) -> str:
    """Act, and wait for the last word on it."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    act()
    page.wait_for_function(
        f"/Computed|at most|work|no token/.test(document.querySelector("
        f"'{SAY}').textContent)"
    )
    return page.locator(SAY).text_content() or ""


def ask(page: Page, text: str) -> str:
    """Type a beginning and press Enter."""

    def typed() -> None:
        page.fill("textarea", text)
        page.press("textarea", "Enter")

    return again(page, typed)


def choose(page: Page, example: int) -> None:
    page.select_option("select", str(example))


def change(page: Page) -> None:
    """Begin a caption of one's own."""
    page.fill("textarea", "two dogs")
    page.press("textarea", "Enter")


def looked(page: Page) -> tuple[list[str], list[str]]:
    """The tokens of the caption, and the likely ones that are looked at."""
    return chips(page), columns(page, "name")


def recorded(made: LiveCompletion, example: int) -> tuple:
    (known,) = made.examples[example]["answers"]
    return known["pieces"], known["places"][known["begun"]]["pieces"]


def wanted(page: Page) -> tuple:
    """The library's, of the beginning in the field."""
    text = page.locator("textarea").input_value()
    tokens = library().tokenizer.encode(tidy(text))[:-1]
    found = distributions(library(), tokens)
    pieces = [piece.strip() for piece in found["pieces"]]
    return [*pieces, "?"], found["places"][-1]["pieces"]


def plain(page: Page) -> None:
    """No cut."""
    slide(page, 0, 1)
    slide(page, 1, 1)
    page.get_by_role("radio", name="off").click()


def chips(page: Page) -> list[str]:
    """The tokens of the caption, without their bits."""
    return [text.split()[0] for text in page.locator(CHIPS).all_inner_texts()]


def columns(page: Page, which: str) -> list[str]:
    """What the bars say: their "name", or the "model" and "cut" numbers."""
    k = {"name": 1, "model": 3, "cut": 4}[which]
    cells = page.locator(f"{BARS} > :nth-child({k})")
    return cells.all_text_contents()
