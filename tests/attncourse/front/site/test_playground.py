"""The beam of the page is the library's, and an address holds what a reader
gave to a figure.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from attnbook import pretrained
from attncourse.front.live.playground import translators
from attncourse.front.live.welcome import MODELS, SHOWN, welcome
from tests.attncourse.chapter1.translations import OWN, ask
from tests.attncourse.front.figures import glued, texts
from tests.attncourse.live.site.alive import LIVE, opened, said, slide

SENTENCES = {4: [OWN, "a 🚲 and a 你 ."], 8: ["two dogs"]}
"""By the width of the beam; another test asks greedily."""
SOURCE = f"{LIVE} .source span"
SHADE = "rows => getComputedStyle(rows).opacity"
SHARES = "l => l.map(e => +e.style.getPropertyValue('--share'))"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with opened(browser, translators()) as page:
        yield page


def costs(page: Page, unit: str) -> list[float]:
    """The numbers before a unit, of each translator."""
    lines = page.locator(f"{LIVE} .cost").all_text_contents()
    return [float(re.search(rf"([\d.]+) {unit}", one)[1]) for one in lines]


def test_it_tells_what_an_answer_costs(page: Page) -> None:
    """One vector keeps the same for all sentences, a Transformer the keys and
    values of all words, and a beam about as much as its hypotheses together.
    """
    assert costs(page, "MB of weights") == [5.2, 5.4, 5.3]
    kept = {}
    for width in (1, 4):
        page.get_by_role("radio", name=str(width)).click()
        ask(page, OWN)
        kept[width] = costs(page, "kB")
        assert min(costs(page, "ms a token")) > 0
    found = [pretrained.load(name) for name in MODELS]
    plain, last = (found[k].model.config for k in (0, 2))
    traced = found[2].trace(OWN)
    words = len(traced["source"]) + len(traced["target"])
    one = 4 * (2 * plain.encoder + plain.decoder)
    cached = 4 * last.decoder_layers * words * 2 * last.width
    assert [kept[1][0], kept[1][2]] == [round(one / 1e3), round(cached / 1e3)]
    assert all(a < b < 4 * a for a, b in zip(*kept.values(), strict=True))


def test_a_beam_writes_what_the_librarys_writes(page: Page) -> None:
    """And the words that are read have its weights."""
    for width, sentences in SENTENCES.items():
        page.get_by_role("radio", name=str(width)).click()
        for sentence in sentences:
            ask(page, sentence)
            wanted = [pretrained.load(n).trace(sentence, width) for n in MODELS]
            assert texts(page) == [glued(one["text"]) for one in wanted]
            slide(page, 0, 1)
            shares = page.locator(SOURCE).evaluate_all(SHARES)
            row = wanted[-1]["weights"][0].tolist()
            assert shares == pytest.approx(row, abs=1e-3)


def test_an_answer_is_grey_under_another_sentence(browser: Browser) -> None:
    """Whichever way it came there, until the recorded one is back; and two
    lines of it can be seen.
    """
    with opened(browser, welcome()) as page:
        field, listed = page.locator("textarea"), page.locator("select")
        rows, recorded = page.locator(f"{LIVE} .rows"), said(page)
        for put, own, back in (
            (listed.select_option, str(SHOWN), "0"),
            (field.fill, "two dogs " * 8, field.input_value()),
        ):
            put(own)
            assert rows.evaluate(SHADE) == "0.35"
            assert said(page) == "Press Load to translate yours."
            assert field.evaluate("x => x.scrollHeight <= x.clientHeight")
            put(back)
            assert rows.evaluate(SHADE) == "1"
            assert said(page) == recorded
