"""What a chapter loads when it is first shown, before anybody scrolls."""

import pytest
from playwright.sync_api import Browser

from tests.site.browser import UNKNOWN
from tests.site.test_pages import CHAPTER_PAGES

BYTES, NODES = 2_000_000, 10_000


@pytest.mark.parametrize("path", CHAPTER_PAGES)
def test_a_chapter_is_light(browser: Browser, address: str, path: str) -> None:
    sizes: dict[str, int] = {}
    with browser.new_context(viewport={"width": 1280, "height": 800}) as opened:
        opened.add_init_script(UNKNOWN)
        page = opened.new_page()
        page.on(
            "response", lambda r: sizes.update({r.url: len(r.body() or b"")})
        )
        page.goto(f"{address}/{path}")
        page.wait_for_function("window.MathJax?.startup?.promise")
        page.evaluate("() => MathJax.startup.promise")
        count = page.evaluate("document.querySelectorAll('*').length")
    own = {url: n for url, n in sizes.items() if url.startswith(address)}
    assert len(own) > 20
    assert sum(own.values()) <= BYTES, sorted(own.items(), key=lambda x: -x[1])
    assert count <= NODES
