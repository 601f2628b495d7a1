"""Slides of every chapter, made from its notebook: the title and how it opens,
its drawings and findings with their captions, guesses, key ideas,
misconceptions. They need no network: reveal.js and MathJax lie beside them.
"""

import re
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import nbformat
from jinja2 import DictLoader
from nbconvert import SlidesExporter
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from attncourse.figures import style

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CHAPTERS = sorted(ROOT.glob("chapters/0*.ipynb"))
OUT = ROOT / "_build" / "slides"
REVEAL = Path(str(files("sphinx_revealjs"))) / "_static" / "revealjs"
MATHJAX = Path(str(files("sphinx-mathjax-offline"))) / "static" / "mathjax"
LETTERS = ROOT / "book" / "assets"
HEADING = re.compile(r"^##+ (.+)$", re.M)
QUOTE = re.compile(
    r"^> \*\*(Guess|Key idea|Misconception):\*\*.*(?:\n>.*)*", re.M
)
STILL = re.compile(r"<img [^>]+>")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")
PICTURES = "image/svg+xml", "image/png", "text/html"
TEMPLATE = (HERE / "slides.html.j2").read_text("utf-8")


def slides(notebook: NotebookNode) -> Iterator[NotebookNode]:
    """Cells for the slides of a chapter, in its order."""
    first, *others = notebook.cells
    title = first.source.splitlines()[0]
    yield slide(new_markdown_cell(title), "slide")
    heading = ""
    for cell in others:
        if cell.cell_type == "markdown":
            if found := HEADING.search(cell.source):
                heading = found[1]
            for quote in QUOTE.finditer(cell.source):
                yield slide(new_markdown_cell(plain(quote[0])), "subslide")
        elif outputs := pictured(cell):
            if heading:
                yield slide(new_markdown_cell(f"## {heading}"), "slide")
            cell.outputs = outputs
            yield slide(cell, "-" if heading else "subslide")
            heading = ""


def slide(cell: NotebookNode, kind: str) -> NotebookNode:
    """A cell that begins a slide, a slide below it, or goes on with one."""
    cell.metadata = NotebookNode({"slideshow": {"slide_type": kind}})
    return cell


def pictured(cell: NotebookNode) -> list[NotebookNode]:
    """The pictures that a cell ends with, and their caption; nothing for a cell
    without a caption.
    """
    shown = [one for one in cell.outputs if "data" in one]
    if len(shown) < 2 or "text/markdown" not in shown[-1].data:
        return []
    for one in shown[:-1]:
        form = next((name for name in PICTURES if name in one.data), None)
        if form is None:
            return []
        # a drawing as text has the letters of the page
        kind = "image/png" if form == "image/png" else "text/html"
        one.data = {kind: still(one.data[form])}
    shown[-1].data = {"text/markdown": plain(shown[-1].data["text/markdown"])}
    return shown


def still(content: str) -> str:
    """What is shown where no live figure is: its picture."""
    found = STILL.search(content) if "data-live-figure" in content else None
    return found[0] if found else content


def plain(text: str) -> str:
    """Without links between pages: slides stand alone."""
    return LINK.sub(r"\1", text.replace("[How this was measured]", "[]"))


def convert(path: Path) -> str:
    """The slides of a chapter as a page."""
    notebook = nbformat.read(path, nbformat.NO_CONVERT)
    notebook.cells = list(slides(notebook))
    notebook.metadata["title"] = notebook.cells[0].source.lstrip("# ")
    exporter = SlidesExporter(
        template_name="reveal",
        template_file="course.html.j2",
        extra_loaders=[DictLoader({"course.html.j2": TEMPLATE})],
        exclude_input=True,
        reveal_url_prefix="reveal",
        reveal_theme="white",
    )
    page, _ = exporter.from_notebook_node(notebook)
    return str(page)


def main() -> None:
    """Write the slides of all chapters, and what they need."""
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(REVEAL / "dist", OUT / "reveal" / "dist")
    fonts = "output/chtml/fonts"
    shutil.copytree(MATHJAX / fonts, OUT / "mathjax" / fonts)
    shutil.copy(MATHJAX / "tex-chtml.js", OUT / "mathjax")
    (OUT / "letters").mkdir()
    for file in LETTERS.glob("*.woff2"):
        shutil.copy(file, OUT / "letters")
    sheet = (HERE / "slides.css").read_text("utf-8")
    (OUT / "slides.css").write_text(style.TOKENS + sheet, "utf-8")
    for path in CHAPTERS:
        (OUT / f"{path.stem}.html").write_text(convert(path), "utf-8")
    print(f"{OUT.relative_to(ROOT)}: {len(CHAPTERS)} chapters")


if __name__ == "__main__":
    main()
