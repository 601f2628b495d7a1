"""Every page of the built site, opened once: it stands still while it comes,
and nothing of it is missing, wide, heavy or unreadable.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from attnbook import pretrained
from tests.environment import ROOT
from tests.site import looks
from tests.site.arriving import WAYS, arriving, moved
from tests.site.browser import SITE, document
from tests.site.looks import DESKTOP, EVERY, PAGES, PHONE, WIDE, WITH_NOTES

OTHER = {"index.html", "search.html"}


def check(
    browser: Browser,
    address: str,
    path: str,
    width: int,
    way: str,
    looked: list,
) -> None:
    """All that a page is asked; the keyboard and axe look at it in these
    windows.
    """
    ways = [PHONE, *([WIDE] if path in WITH_NOTES else []), DESKTOP]
    with arriving(browser, address, path, width, way) as opened:
        page = opened.page
        looks.check_light(page, path)
        assert moved(page) == []
        looks.check_closed(page, path)
        looks.check_whole(page, path)
        looks.check_widths(page, path, ways)
        looks.check_access(page, path, looked)
        looks.check_chosen(page)


CASES = [
    (path, (390, 1280)[(k // 2) % 2], sorted(WAYS)[k % 2], k // 4 % 2)
    for k, path in enumerate(EVERY)
]
"""Neighbours differ in what comes last, every second pair in the width, every
second four in the window that axe looks at; `make soak` has all.
"""


@pytest.mark.parametrize(("path", "width", "way", "k"), CASES)
def test_page(
    browser: Browser, address: str, path: str, width: int, way: str, k: int
) -> None:
    check(browser, address, path, width, way, [(PHONE, DESKTOP)[k]])


def test_the_site_is_what_the_table_of_contents_names(address: str) -> None:
    """Nothing else of the checkout (caches, notes, solutions) has become a
    page.
    """
    built = {
        path.relative_to(SITE).as_posix()
        for path in SITE.rglob("*.html")
        if "_static" not in path.parts
    }
    assert built == {*PAGES, *OTHER}


def figures(notebook: Path) -> set[str]:
    """The plain text of every picture that a notebook shows."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    shown = [output.get("data", {}) for output in outputs]
    texts = ["".join(d["text/plain"]) for d in shown if "image/png" in d]
    return {" ".join(text.split()) for text in texts}


@pytest.mark.parametrize(
    "notebook",
    sorted(ROOT.glob("chapters/*.ipynb")),
    ids=lambda path: path.stem,
)
@pytest.mark.usefixtures("address")
def test_pictures_are_described_by_their_plain_text(notebook: Path) -> None:
    page = document(notebook.relative_to(ROOT).with_suffix(".html").as_posix())
    described = {
        part.get("alt", part.get("aria-label"))
        for part in page.select(".cell_output :is(img, svg)")
    }
    assert figures(notebook) <= described


def test_the_site_holds_the_weights_that_its_pages_name(address: str) -> None:
    """Those and no others."""
    files = {path.name for path in SITE.glob("_weights/*")}
    pages = [p.read_text(encoding="utf-8") for p in SITE.rglob("*.html")]
    named = {
        f"{name}.safetensors"
        for name in pretrained.names()
        if any(f'"_weights/{name}.safetensors"' in page for page in pages)
    }
    assert files == named
