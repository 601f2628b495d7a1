"""Every link of the ledger of claims into a chapter leads to a cell that is on the page."""

from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

from bs4 import BeautifulSoup


def test_cells_of_the_ledger_are_on_their_pages(address: str) -> None:
    """Followed as a browser would, from the built page of claims."""
    start = f"{address}/book/claims.html"

    def page(url: str) -> BeautifulSoup:
        with urlopen(url) as response:
            return BeautifulSoup(response.read(), "html.parser")

    targets = {urldefrag(urljoin(start, a["href"])) for a in page(start).select('main a[href*="#cell-"]')}
    assert targets
    pages = {url: page(url) for url, _ in targets}
    assert not [target for target in targets if pages[target.url].find(id=target.fragment) is None]
