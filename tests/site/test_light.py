"""What a chapter loads when it is first shown, before anybody scrolls."""

import pytest
from playwright.sync_api import Browser

from tests.measure import weight
from tests.site.test_pages import CHAPTER_PAGES

BYTES, NODES = 2_000_000, 10_000


@pytest.mark.parametrize("path", CHAPTER_PAGES)
def test_a_chapter_is_light(browser: Browser, address: str, path: str) -> None:
    size, count = weight(browser, f"{address}/{path}")
    assert 500_000 < size <= BYTES
    assert 1000 < count <= NODES
