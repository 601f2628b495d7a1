"""Links from page to page lead to what they name: ledger to cell, finding to
the page of results.
"""

from collections.abc import Callable
from urllib.parse import urldefrag, urljoin

import pytest

from attncourse.experiments.finding import Finding
from tests.attncourse.experiments.test_finding import ALL
from tests.environment import CHAPTERS
from tests.site.browser import document

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


def test_every_finding_stands_once_on_the_page_of_results() -> None:
    """Each with its picture or table, its caption and the recipes behind it;
    pictures have their text, and plots a form for a phone.
    """
    shown = document("book/results.html").select("main .finding")
    wanted = {Finding(f"{f}.{name}", None, "", ()).anchor for f, name in ALL}
    assert sorted(part["id"] for part in shown) == sorted(wanted)
    form = "figure :is(svg[aria-label], img[alt], .attnbook-table)"
    for part in shown:
        assert part.select_one(form)
        assert len(part.select(".wide")) == len(part.select(".phone"))
        assert part.select_one(".finding-caption").get_text(strip=True)
        assert part.select_one("details caption code")


def test_a_finding_of_a_chapter_leads_to_how_it_was_measured() -> None:
    results = document("book/results.html")
    pages = [document(f"chapters/{path.stem}.html") for path in CHAPTERS]
    links = [a for page in pages for a in page.select("details.measured a")]
    assert links
    for target in (urldefrag(link["href"]) for link in links):
        assert target.url == "../book/results.html"
        assert results.find(id=target.fragment)["class"]


def test_letters_in_code_stay_whole_on_a_phone(window: Callable) -> None:
    lines = "all => all.map((code) => code.getClientRects().length)"
    with window(390) as opened:
        page = opened.open("book/notation.html")
        found = page.locator("td:first-child code").evaluate_all(lines)
    assert len(found) > 50 and set(found) == {1}
