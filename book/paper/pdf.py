"""The book as one PDF: what a reader would print of the built site, as a
browser prints it in the light theme, behind a page of contents.

That is the chapters and their exercises, the end, the interview, the notation
and the references. Set-up, recipes and solutions are left out, the answers to
the guesses of a chapter stand at its end, and a live figure is the picture that
it has without scripts, with its address. Links from page to page lead there.
"""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from itertools import chain
from pathlib import Path
from shutil import which
from threading import Thread
from urllib.parse import urldefrag

from playwright.sync_api import Browser, Page, sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject, NumberObject

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SITE = ROOT / "_build" / "html"
OUT = ROOT / "_build" / "attention.pdf"
CHROMIUM = "chromium-headless-shell", "chromium", "google-chrome"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
READ = re.compile(r"chapters/|book/(end|interview|notation|references)$")
"""The pages that are read on paper; others are looked up on the site."""
SCALE = 0.72
"""Of the letters of a screen."""
MOST, MOST_SHEETS = 25_000_000, 350  # bytes, and what one would bind
PARTS = re.compile(r"caption: (.+)|(?:root|file): (\S+)")
READY = """async () => {
  await window.MathJax?.startup?.promise;
  dispatchEvent(new Event("beforeprint"));
  const late = "svg[data-later], article mjx-container:not([data-size])";
  return !document.querySelector(late);
}"""
PREPARE, SHEET = (
    HERE.joinpath(f"pdf.{kind}").read_text("utf-8") for kind in ("js", "css")
)


def numbered(before: int) -> str:
    """The sheet of styles, with so many sheets of paper before this page."""
    return f"{SHEET}\nhtml {{ counter-reset: page {before}; }}"


@dataclass
class Printed:
    """A page of the site on paper, and the sheet that it begins on."""

    path: str
    title: str
    content: bytes
    first: int


def toc() -> dict[str, list[str]]:
    """The paths of the pages in each part, by its caption."""
    parts: dict[str, list[str]] = {"": []}
    for caption, path in PARTS.findall((ROOT / "_toc.yml").read_text("utf-8")):
        if caption:
            parts[caption] = []
        elif READ.match(path):
            [*parts.values()][-1].append(path)
    return {caption: paths for caption, paths in parts.items() if paths}


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder, on this machine alone."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def handle_one_request(self) -> None:
            # a browser that leaves a page takes no more of its files
            with suppress(ConnectionError):
                super().handle_one_request()

    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=folder)
    )
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def printed(page: Page, address: str, path: str, first: int) -> Printed:
    """One page of the site; its sheets are counted from `first`."""
    page.goto(f"{address}{path}.html")
    page.wait_for_function(READY)
    canonical = page.locator("link[rel=canonical]")
    public = (
        canonical.get_attribute("href") if canonical.count() else f"{path}.html"
    )
    pages = [*chain.from_iterable(toc().values())]
    page.evaluate(PREPARE, {"address": public, "pages": pages, "root": address})
    page.add_style_tag(content=numbered(first - 1))
    title = page.locator("h1").first.inner_text().rstrip("#").strip()
    content = page.pdf(
        prefer_css_page_size=True, tagged=True, outline=True, scale=SCALE
    )
    return Printed(path, title, content, first)


def count(content: bytes) -> int:
    """How many sheets it has."""
    return len(PdfReader(BytesIO(content)).pages)


def contents(page: Page, address: str, pages: dict[str, Printed]) -> bytes:
    """The sheets before all others: the title, and where each page begins."""
    lines = []
    for caption, paths in toc().items():
        lines.append(f"<h2>{escape(caption)}</h2>")
        for one in (pages[path] for path in paths):
            lines.append(
                f'<p class="{"deep" if one.path.count("/") > 1 else ""}">'
                f'<a href="{address}{one.path}.html">{escape(one.title)}</a>'
                f"<span>{one.first}</span></p>"
            )
    page.goto(f"{address}book/references.html")  # for the letters
    page.evaluate(
        """(lines) => {
          document.body.innerHTML = `<main class="contents">${lines}</main>`;
        }""",
        "<h1>Attention and Transformers</h1><p>An executable course</p>"
        + "".join(lines),
    )
    page.add_style_tag(content=numbered(0))
    return page.pdf(prefer_css_page_size=True, scale=SCALE)


def bound(parts: list[Printed], address: str) -> PdfWriter:
    """All of it in one, with an outline; links between pages lead there."""
    book = PdfWriter()
    begins: dict[str, int] = {}
    for part in parts:
        begins[part.path] = len(book.pages)
        book.append(
            BytesIO(part.content), outline_item=part.title, import_outline=True
        )
    for sheet in book.pages:
        for link in sheet.get("/Annots", ()):
            action = link.get_object().get("/A", {})
            url = urldefrag(str(action.get("/URI", "")))[0]
            if url.startswith(address):
                lead(
                    book, link.get_object(), begins.get(url[len(address) : -5])
                )
    book.compress_identical_objects(
        remove_duplicates=True, remove_unreferenced=True
    )
    return book


def lead(book: PdfWriter, link: dict, place: int | None) -> None:
    """Let a link lead to a sheet of the book; to none, if it is not in it."""
    del link[NameObject("/A")]
    if place is not None:
        sheet = book.pages[place].indirect_reference
        link[NameObject("/Dest")] = ArrayObject(
            [
                sheet,
                NameObject("/XYZ"),
                NumberObject(0),
                NumberObject(842),
                NumberObject(0),
            ]
        )


def make(browser: Browser, address: str) -> PdfWriter:
    """Print all pages, then the contents, whose numbers are known by then."""
    page = browser.new_page(
        color_scheme="light",
        reduced_motion="reduce",
        viewport={"width": 800, "height": 1100},
    )
    page.emulate_media(media="print", color_scheme="light")
    pages: dict[str, Printed] = {}
    first = 2
    for path in chain.from_iterable(toc().values()):
        pages[path] = printed(page, address, path, first)
        first += count(pages[path].content)
        print(f"{first - 1:4d} {path}", flush=True)
    front = Printed("", "Contents", contents(page, address, pages), 1)
    assert count(front.content) == 1, "the contents take more than a sheet"
    return bound([front, *pages.values()], address)


def main() -> None:
    """Write the book."""
    path = next(filter(None, map(which, CHROMIUM)), None)
    if path is None:
        sys.exit(f"no {CHROMIUM[0]} on this machine (Debian has that package)")
    with served(SITE) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        book = make(browser, f"{address}/")
        book.write(OUT)
    size, sheets = OUT.stat().st_size, len(book.pages)
    print(f"{OUT.relative_to(ROOT)}: {sheets} sheets, {size / 1e6:.1f} MB")
    assert size <= MOST, f"more than {MOST / 1e6:g} MB"
    assert sheets <= MOST_SHEETS, f"more than {MOST_SHEETS} sheets"


if __name__ == "__main__":
    main()
