"""A page has one style sheet, which holds all that it had."""

import re

from tests.site.browser import SITE, document


def test_every_page_of_the_site_has_one(address) -> None:
    for page in SITE.rglob("*.html"):
        path = page.relative_to(SITE)
        if path.parts[0] != "_static" and path.name != "index.html":
            found = document(str(path)).select('link[rel="stylesheet"]')
            assert len(found) == 1, path


def test_all_that_sheets_name_is_found_from_their_folder(address) -> None:
    """What one imports has become part of it, before its own rules."""
    for sheet in SITE.glob("_static/all.*.css"):
        text = sheet.read_text("utf-8")
        assert "@import" not in text
        assert text.index(".admonition") < text.index(".key-idea")
        named = re.findall(r"url\([\"']?([^)\"'?#:]+)[^):]*\)", text)
        assert len(named) > 3
        assert [x for x in named if not (sheet.parent / x).is_file()] == []
