"""Links from page to page lead to what they name: ledger to cell, finding to
the page of results.
"""

from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

from bs4 import BeautifulSoup

from attnbook.findings.finding import Finding
from tests.environment import CHAPTERS
from tests.findings.test_finding import ALL


def page(url: str) -> BeautifulSoup:
    """The page at an address."""
    with urlopen(url) as response:
        return BeautifulSoup(response.read(), "html.parser")


def test_cells_of_the_ledger_are_on_their_pages(address: str) -> None:
    """Followed as a browser would, from the built page of claims."""
    start = f"{address}/book/claims.html"
    targets = {
        urldefrag(urljoin(start, a["href"]))
        for a in page(start).select('main a[href*="#cell-"]')
    }
    assert targets
    ids = {
        url: {part["id"] for part in page(url).select("[id]")}
        for url in {target.url for target in targets}
    }
    assert not [
        target for target in targets if target.fragment not in ids[target.url]
    ]


def test_every_finding_stands_once_on_the_page_of_results(address: str) -> None:
    """Each with its picture or table, its caption and the recipes behind it;
    pictures have their alt text.
    """
    shown = page(f"{address}/book/results.html").select("main .finding")
    assert [part["id"] for part in shown] and len(
        {part["id"] for part in shown}
    ) == len(shown)
    assert {part["id"] for part in shown} == {
        Finding(f"{file}.{name}", None, "", ()).anchor for file, name in ALL
    }
    for part in shown:
        assert part.find("img", alt=True) or part.find(
            "table", class_="dataframe"
        )
        assert part.select_one(".finding-caption").get_text(strip=True)
        assert part.select_one("details caption code")


def test_a_finding_of_a_chapter_leads_to_how_it_was_measured(
    address: str,
) -> None:
    results = page(f"{address}/book/results.html")
    chapters = [
        page(f"{address}/chapters/{chapter.stem}.html") for chapter in CHAPTERS
    ]
    links = [
        link
        for chapter in chapters
        for link in chapter.find_all("a", string="How this was measured")
    ]
    assert links
    for target in (urldefrag(link["href"]) for link in links):
        assert target.url == "../book/results.html"
        assert results.find(id=target.fragment)["class"]
