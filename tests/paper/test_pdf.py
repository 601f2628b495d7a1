"""The book on paper: one chapter, its exercises and the end, printed as all
are.
"""

import socket
from contextlib import closing
from io import BytesIO
from itertools import chain
from urllib.parse import urlsplit

from paper import pdf
from pypdf import PdfReader

from tests.environment import CHAPTERS, NOTEBOOKS
from tests.site.browser import document

PAGES = [
    "chapters/04_attention_layer",
    "chapters/exercises/04_attention_layer",
    "book/end",
]
SCREEN = "find_spec(", "importlib", "model.vocabulary", "images, in a batch"
"""Of a set-up cell, of imports, of a recipe, of a page that is there once."""


def test_it_holds_what_is_read_and_not_what_is_looked_up() -> None:
    pages = [*chain.from_iterable(pdf.toc().values())]
    chapters = [page for page in pages if page.startswith("chapters/")]
    assert len(chapters) == sum("chapters" in x.parts for x in NOTEBOOKS)
    assert pages[len(chapters) :] == [
        f"book/{name}"
        for name in ("end", "interview", "notation", "references")
    ]


def test_a_browser_that_goes_away_is_no_error(tmp_path, capfd) -> None:
    (tmp_path / "large").write_bytes(bytes(20_000_000))
    with pdf.served(tmp_path) as address:
        place = urlsplit(address)
        for _ in range(3):
            with socket.create_connection((place.hostname, place.port)) as one:
                one.sendall(b"GET /large HTTP/1.0\r\n\r\n")
                one.recv(10)
    assert capfd.readouterr().err == ""


def test_pictures_further_down_have_come(browser, address) -> None:
    """Those that a reader would have to scroll to."""
    with closing(browser.new_page()) as page:
        page.goto(f"{address}/chapters/09_vision_transformer.html")
        given = {"address": "", "pages": [], "root": f"{address}/"}
        page.evaluate(pdf.PREPARE, given)
        came = page.eval_on_selector_all(
            "article img", "all => all.map((img) => img.naturalWidth)"
        )
    assert came and all(came)


def test_a_chapter_on_paper(browser, address, monkeypatch) -> None:
    """Contents and three pages: printed once, since it takes a while."""
    monkeypatch.setattr(pdf, "toc", lambda: {"Chapters": PAGES})
    printed = BytesIO()
    pdf.make(browser, f"{address}/").write(printed)
    book = PdfReader(printed)
    text = [" ".join(page.extract_text().split()) for page in book.pages]
    contents_say_where_each_page_begins(book, text)
    answers_stand_at_the_end_and_solutions_nowhere(" ".join(text))
    what_is_for_a_screen_is_left_out(" ".join(text))
    the_ideas_stand_on_one_sheet(text)
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
    tops = [x for x in book.outline if not isinstance(x, list)]
    assert len(tops) == 1 + len(PAGES)


def answers_stand_at_the_end_and_solutions_nowhere(whole: str) -> None:
    page = document(f"{PAGES[0]}.html")
    asked, _, answers = whole.partition("Answers to the guesses")
    for k in range(1, len(page.select(".guess-form")) + 1):
        assert f"Prediction {k}: the answer stands at the end." in asked
        assert f"Prediction {k} " in answers
    right = page.select_one(".guess-answer .right").get_text()[:30]
    assert right in answers and right not in asked
    exercises = document(f"{PAGES[1]}.html").select(".guess-answer .right")
    assert not [one for one in exercises if one.get_text()[:40] in whole]
    hidden = document(f"{PAGES[1]}.html").select_one("details.solution pre")
    assert hidden.get_text().splitlines()[-1].strip() not in whole


def what_is_for_a_screen_is_left_out(whole: str) -> None:
    """Set-up, imports, recipes, checks, and a second list of contents."""
    assert not [word for word in (*SCREEN, "Contents") if word in whole]
    assert "chapter4.check.attend(" not in whole


def the_ideas_stand_on_one_sheet(sheets: list[str]) -> None:
    ideas = document("book/end.html").select(".sd-col a")
    names = [" ".join(idea.get_text().split()) for idea in ideas]
    assert len(names) == len(CHAPTERS)
    assert any(all(name in sheet for name in names) for sheet in sheets)


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
