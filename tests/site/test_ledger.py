"""Links from page to page lead to what they name: ledger to cell, finding to
the page of results.
"""

from collections.abc import Callable
from urllib.parse import urldefrag, urljoin

import pytest

from attncourse.experiments.finding import Finding
from attncourse.rooms import chapters
from tests.attncourse.experiments.test_finding import ALL
from tests.site.browser import document
from tests.site.looks import CHAPTER_PAGES

pytestmark = pytest.mark.usefixtures("address")


def test_cells_of_the_ledger_are_on_their_pages() -> None:
    """Followed as a browser would, from the built page of claims."""
    start = "book/claims.html"
    targets = {
        urldefrag(urljoin(start, a["href"]))
        for a in document(start).select('main a[href*="#cell-"]')
    }
    assert targets
    ids = {
        url: {part["id"] for part in document(url).select("[id]")}
        for url in {target.url for target in targets}
    }
    assert [to for to in targets if to.fragment not in ids[to.url]] == []


RESULTS = [f"book/results/{chapter}.html" for chapter in chapters()]


def test_every_finding_stands_once_on_a_page_of_results() -> None:
    """Each with its picture or table, its caption and the recipes behind it,
    or a link to them; pictures have their text, and plots a form for a phone.
    The page of contents has a line for each, under the same anchor.
    """
    pages = list(map(document, RESULTS))
    shown = [part for page in pages for part in page.select("main .finding")]
    wanted = {Finding(f"{f}.{name}", None, "", ()).anchor for f, name in ALL}
    assert sorted(part["id"] for part in shown) == sorted(wanted)
    form = "figure :is(svg[aria-label], img[alt], .attnbook-table)"
    for part in shown:
        assert part.select_one(form)
        assert len(part.select(".wide")) == len(part.select(".phone"))
        assert part.select_one(".finding-caption").get_text(strip=True)
        assert part.select_one("details :is(caption, a) code")
    contents = document("book/results.html")
    for part in shown:
        link = contents.find(id=part["id"]).find_next_sibling("a")
        assert link["href"].endswith(f".html#{part['id']}")


@pytest.mark.parametrize("path", [*RESULTS, "book/results.html"])
def test_a_page_of_results_is_light(path: str) -> None:
    assert len(document(path).find_all(True)) <= 6000


@pytest.mark.parametrize(
    ("pages", "link", "least"),
    [
        (RESULTS, ".finding-caption a[href*='#cell-']", 50),
        (CHAPTER_PAGES, "details.measured a", 50),
    ],
    ids=["results to chapters", "chapters to results"],
)
def test_a_finding_leads_to_its_figure_and_the_figure_back(
    pages: list[str], link: str, least: int
) -> None:
    links = [
        urldefrag(urljoin(path, part["href"]))
        for path in pages
        for part in document(path).select(link)
    ]
    assert len(links) > least
    for to in links:
        assert document(to.url).find(id=to.fragment), to


def test_letters_in_code_stay_whole_on_a_phone(window: Callable) -> None:
    lines = "all => all.map((code) => code.getClientRects().length)"
    with window(390) as opened:
        page = opened.open("book/notation.html")
        found = page.locator("td:first-child code").evaluate_all(lines)
    assert len(found) > 50 and set(found) == {1}
