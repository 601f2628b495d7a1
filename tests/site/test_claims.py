"""The page of claims: marks, links in words, and a filter."""

from collections.abc import Callable

from tests.project.test_claims import rows
from tests.site.browser import document

PATH = "book/claims.html"
ROWS = "#claims tbody > tr:visible"


def test_a_verdict_is_a_mark_and_links_are_words() -> None:
    """One mark and at least two links in each row; no name of a test or a
    cell is seen.
    """
    found = document(PATH).select("#claims tbody > tr")
    assert len(found) == len(rows())
    for row, claim in zip(found, rows(), strict=True):
        (mark,) = row.select(".verdict")
        assert claim["verdict"].startswith(mark.get_text())
        shown, proved = (cell.select("a") for cell in row.select("td")[3:])
        assert shown and {a.get_text() for a in proved} == {"tested"}
        assert not row.select("td:nth-child(n + 4) code")


def test_claims_are_chosen_by_what_a_reader_asks(
    window: Callable,
) -> None:
    with window(1280) as opened:
        page = opened.open(PATH)
        page.get_by_label("Chapter").select_option("3")
        page.get_by_label("Verdict").select_option("erratum")
        chosen = [
            row["id"]
            for row in rows()
            if row["chapter"] == "03" and row["verdict"].startswith("erratum")
        ]
        seen = page.locator(f"{ROWS} > td:first-child").all_inner_texts()
        assert seen == chosen
        status = page.locator(".ledger-filter [role=status]")
        said = f"{len(chosen)} of {len(rows())} claims"
        assert status.inner_text() == said
        assert page.locator("#claims h2:visible").count() == 1
        assert page.locator(".page-toc li:visible").count() == 1
        page.get_by_label("Chapter").select_option(index=0)
        page.get_by_label("Verdict").select_option(index=0)
        page.get_by_label("Lecture").select_option("T")
        seen = page.locator(f"{ROWS} > td:first-child").all_inner_texts()
        assert seen == [r["id"] for r in rows() if r["id"].startswith("T")]


def test_without_scripts_all_claims_are_seen(window: Callable) -> None:
    with window(390, java_script_enabled=False) as opened:
        assert opened.open(PATH).locator(ROWS).count() == len(rows())


def test_rows_are_found_by_a_word_and_sorted_by_a_column(
    window: Callable,
) -> None:
    with window(1280) as opened:
        page = opened.open("book/deviations.html")
        cells = page.locator("#deviations tbody tr:visible > td:first-child")
        whole = cells.all_inner_texts()
        page.get_by_label("Find").fill("luong")
        found = cells.all_inner_texts()
        assert 0 < len(found) < len(whole)
        status = page.locator(".ledger-filter [role=status]")
        said = f"{len(found)} of {len(whole)} deviations"
        assert status.inner_text() == said
        page.get_by_label("Find").fill("")
        head = page.locator("#deviations th").first
        for order, back in (("ascending", False), ("descending", True)):
            head.get_by_role("button").click()
            assert head.get_attribute("aria-sort") == order
            texts = [text.lower() for text in cells.all_inner_texts()]
            assert texts == sorted(texts, reverse=back)
