"""The book on paper: one chapter and its exercises, printed as all are."""

from io import BytesIO

import pytest
from paper import pdf
from playwright.sync_api import Browser
from pypdf import PdfReader

from tests.site.browser import document

PAGES = ["chapters/04_attention_layer", "chapters/exercises/04_attention_layer"]


def test_a_chapter_on_paper(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Contents, chapter, exercises: printed once, since it takes a while."""
    monkeypatch.setattr(pdf, "toc", lambda: {"Chapters": PAGES})
    printed = BytesIO()
    pdf.make(browser, f"{address}/").write(printed)
    book = PdfReader(printed)
    text = [" ".join(page.extract_text().split()) for page in book.pages]
    contents_say_where_each_page_begins(book, text)
    answers_stand_at_the_end_and_solutions_nowhere(" ".join(text))
    live_figures_are_pictures_with_their_address("".join(text))
    no_link_leads_to_the_machine_that_printed_it(book)


def contents_say_where_each_page_begins(
    book: PdfReader, text: list[str]
) -> None:
    """And lead there; every sheet has its number."""
    first, *sheets = text
    for path in PAGES:
        title = document(f"{path}.html").h1.contents[0]
        place = int(first.partition(title)[2].split()[0])
        assert title in sheets[place - 2]
    assert all(str(k) in one.split() for k, one in enumerate(sheets, 2))
    links = [link.get_object() for link in book.pages[0]["/Annots"]]
    assert len(links) == len(PAGES)
    assert all("/Dest" in link for link in links)
    assert len([x for x in book.outline if not isinstance(x, list)]) == 3


def answers_stand_at_the_end_and_solutions_nowhere(whole: str) -> None:
    page = document(f"{PAGES[0]}.html")
    asked, _, answers = whole.partition("Answers to the guesses")
    for k in range(1, len(page.select(".guess-form")) + 1):
        assert f"Guess {k}: the answer stands at the end." in asked
        assert f"Guess {k} " in answers
    right = page.select_one(".guess-answer .right").get_text()[:30]
    assert right in answers and right not in asked
    hidden = document(f"{PAGES[1]}.html").select_one("details.solution pre")
    assert hidden.get_text().splitlines()[-1].strip() not in whole


def live_figures_are_pictures_with_their_address(whole: str) -> None:
    said = whole.replace(" ", "")
    lives = document(f"{PAGES[0]}.html").select("[data-live-figure]")
    assert said.count("Thisfigureisaliveat") == len(lives)
    assert f"{PAGES[0]}.html#cell-live-run" in said


def no_link_leads_to_the_machine_that_printed_it(book: PdfReader) -> None:
    links = [
        link.get_object()
        for page in book.pages
        for link in page.get("/Annots", ())
    ]
    targets = [str(link.get("/A", {}).get("/URI", "")) for link in links]
    assert any(target.startswith("https://") for target in targets)
    assert not [target for target in targets if "127.0.0.1" in target]
