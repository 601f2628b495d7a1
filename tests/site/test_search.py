"""The results of a search can be read and say where they lead."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.site import axe
from tests.site.arriving import DONE
from tests.site.browser import document
from tests.site.looks import TOO_WIDE

WORD = "attention"
MARK = "span.highlighted"


def squash(text: str) -> str:
    """The text without its white space."""
    return "".join(text.split())


@pytest.fixture(params=["light", "dark"], scope="module")
def found(request: pytest.FixtureRequest, window: Callable) -> Iterator[Page]:
    """The results of a search, on a very small phone."""
    with window(320, color_scheme=request.param) as opened:
        page = opened.open(f"search.html?q={WORD}")
        page.wait_for_function(
            "document.querySelectorAll('#search-results .context').length > 3"
        )
        yield page


def test_results_of_a_search_can_be_read(found: Page) -> None:
    """Nothing scrolls sideways, axe finds nothing, marked words among it, and
    the sign in the field stands before its words.
    """
    assert found.evaluate(TOO_WIDE) == 0
    sign = found.locator(".bd-search-container .bd-search i").bounding_box()
    field = found.locator(".bd-search-container .bd-search input")
    padding = "e => parseFloat(getComputedStyle(e).paddingLeft)"
    words = field.bounding_box()["x"] + field.evaluate(padding)
    assert sign["x"] + sign["width"] <= words
    assert axe.violations(found) == []
    assert found.locator(f"#search-results {MARK}").count() > 3


@pytest.mark.parametrize("found", ["light"], indirect=True)
def test_excerpts_of_a_search_are_text_of_the_article(found: Page) -> None:
    """Never a button, a table of contents or the title, which stands above."""
    for result in found.locator("#search-results li:has(.context)").all():
        path = result.locator("a").first.get_attribute("href").partition("#")[0]
        article = document(path).select_one("article")
        other = {
            id(text)
            for part in article.select("h1, .headerlink")
            for text in part.strings
        }
        own = (text for text in article.strings if id(text) not in other)
        excerpt = squash(result.locator(".context").text_content()).strip(".")
        assert excerpt in squash("".join(own))


@pytest.mark.parametrize("found", ["light"], indirect=True)
def test_a_result_names_the_section_that_has_the_word(found: Page) -> None:
    links = found.locator("#search-results .section").all()
    assert len(links) > 3
    for link in links:
        path, _, place = link.get_attribute("href").rpartition("#")
        section = document(
            path.removeprefix(f"{found.url.rpartition('/')[0]}/")
        )
        part = section.find(id=place)
        assert WORD in part.text.lower()
        assert link.text_content() in part.text


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_are_marked_on_the_page_that_is_opened(
    theme: str, window: Callable
) -> None:
    """And on none that is opened later; they can be read in code and in links,
    too.
    """
    with window(1280, color_scheme=theme) as opened:
        page = opened.open(f"search.html?q={WORD}")
        page.locator("#search-results a").first.click()
        page.wait_for_selector("article .highlighted")
        assert page.locator(MARK).count() > 10
        assert "highlight" not in page.url
        assert axe.violations(page) == []
        opened.open(f"search.html?q={WORD}")
        page.wait_for_selector("#search-results .context")
        opened.open("chapters/02_bahdanau_attention.html")
        page.evaluate("new Promise((done) => setTimeout(done, 50))")
        assert page.locator(MARK).count() == 0


FIRST = {
    "Figure 7.12": "Figure 7.12. ",
    "table 4.1": "Table 4.1. ",
    "outermost": "outermost",
    "torch.tril": "Self-attention",
}
"""The number of a figure and of a table, words of a drawing, a name in code."""


@pytest.mark.parametrize("asked", FIRST)
def test_figures_drawings_and_code_are_found(
    window: Callable, asked: str
) -> None:
    with window(1280) as opened:
        page = opened.open(f"search.html?q={asked}")
        page.wait_for_selector("#search-results li")
        page.wait_for_function(DONE)
        first = page.locator("#search-results li").first
        expect(first).to_contain_text(FIRST[asked], timeout=30_000)
