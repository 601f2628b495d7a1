"""Every page as `tests/site/test_pages.py` looks at it, whatever comes last and
at both widths.
"""

import pytest
from playwright.sync_api import Browser

from tests.site.arriving import WAYS
from tests.site.looks import DESKTOP, EVERY, PHONE
from tests.site.test_pages import check


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", EVERY)
def test_page(
    browser: Browser, address: str, path: str, width: int, way: str
) -> None:
    check(browser, address, path, width, way, [PHONE, DESKTOP])
