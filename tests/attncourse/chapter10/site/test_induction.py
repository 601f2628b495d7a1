"""Letters that are read twice: the page's numbers are the library's."""

from functools import cache

import pytest
from playwright.sync_api import Browser, Page

from attnbook import pretrained
from attncourse.chapter10 import findings
from attncourse.chapter10.live.induction import LiveInduction
from attncourse.chapter10.recipes.induction import answered
from tests.attncourse.live.site.alive import LIVE, opened, press

NAME = "induction-letters"
SAY = f"{LIVE} > [role=status]"


@cache
def library() -> pretrained.Completer:
    return pretrained.load(NAME)


def figure() -> LiveInduction:
    return findings.induction.live().display


def choose(page: Page, example: int) -> None:
    page.select_option("select", str(example))


def ask(page: Page, text: str) -> str:
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    page.fill("textarea", text)
    page.press("textarea", "Enter")
    page.wait_for_function(
        f"document.querySelector('{SAY}').textContent.match(/[.]$/)"
    )
    return page.locator(SAY).text_content() or ""


def shown(page: Page) -> list[str]:
    """Letters and their bits."""
    return [
        " ".join(text.split())
        for text in page.locator(f"{LIVE} .caption .token").all_inner_texts()
    ]


def said(answer: dict) -> list[str]:
    return [
        f"{piece} {bits:.1f}"
        for piece, bits in zip(answer["pieces"], answer["bits"], strict=True)
    ]


def recorded(made: LiveInduction, example: int) -> list[str]:
    return said(made.examples[example]["answers"][0])


def wanted(page: Page) -> list[str]:
    return said(answered(library(), page.locator("textarea").input_value()))


def change(page: Page) -> None:
    page.fill("textarea", "hello you")
    page.press("textarea", "Enter")


def test_the_heads_attend_as_the_librarys(browser: Browser) -> None:
    """In the drawn squares."""
    with opened(browser, figure()) as page:
        press(page, "Load the model (0.1 MB)")
        assert "Computed" in ask(page, "attention")
        found = [
            [float(x) for x in squares]
            for squares in page.locator(f"{LIVE} svg").evaluate_all(
                """list => list.map(svg => [...svg.querySelectorAll('.cell')]
                  .map(cell => cell.getAttribute('fill-opacity')))"""
            )
        ]
        for ours, weights in zip(
            found, answered(library(), "attention")["weights"], strict=True
        ):
            drawn = [x for row in weights[:-1] for x in row if x >= 0.03]
            assert len(ours) >= len(drawn)
            assert sum(ours) == pytest.approx(
                sum(map(sum, weights[:-1])), abs=1.5
            )
            assert max(ours) == pytest.approx(max(drawn), abs=0.011)
        page.locator(f"{LIVE} .caption button").nth(3).click()
        (top,) = {
            now.get_attribute("y") for now in page.locator(f"{LIVE} .now").all()
        }
        count = len(answered(library(), "attention")["pieces"])
        assert float(top) == pytest.approx(18 + 3 * (320 - 18) / count)
