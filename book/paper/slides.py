"""Slides of every chapter, made from its notebook: on each of them a statement
with the figure, formula or code that shows it, and the prose as notes. They
need no network: what they load lies beside them.
"""

import ast
import re
import shutil
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import nbformat
from jinja2 import Template
from nbconvert.filters.markdown import markdown2html
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from attncourse.figures import style

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CHAPTERS = sorted(ROOT.glob("chapters/0*.ipynb"))
OUT = ROOT / "_build" / "slides"
REVEAL = Path(str(files("sphinx_revealjs"))) / "_static" / "revealjs"
MATHJAX = Path(str(files("sphinx-mathjax-offline"))) / "static" / "mathjax"
TEMPLATE = Template((HERE / "slides.html.j2").read_text("utf-8"))
CODE = HtmlFormatter(nowrap=True)
STEPS, LINE = 4, 110  # of a class at most; letters of a caption

# What stands in a cell: a fold, a formula, or lines.
BLOCK = re.compile(
    r"<details>[\s\S]*?</details>|\$\$[\s\S]*?\$\$|(?:(?!\$\$).+\n?)+"
)
ITEM = re.compile(r"^- (.+(?:\n(?!- ).+)*)", re.M)
QUOTE = re.compile(r"> \*\*([^:*]+):\*\* ")
UNTOLD = "[![", "**Time:", "|", "<"
# Of its sentences not all are statements: some point, some name a control.
SENTENCE = re.compile(r"\S.*?(?:[.!?][)\"”*_]*(?=\s+[A-Z*_\"“(`$\[])|$)", re.S)
STATEMENT = re.compile(r"[*`$\"“]*(?:[A-Z]|\d[\d,]* ).{10}", re.S)
POINTER = re.compile(r"^(here|now|and|then|this is what|compute)\b|:$", re.I)
CONTROL = re.compile(
    r"(?i)^(now |then |last, )?(bet|change|choose|clear|draw|move|place|play|"
    r"press(?! et)|pull|raise|shuffle|step|swap|switch|take a|try|type)\b|\b("
    r"slider|click|drag|step through|point at|[io]n (this page|your browser))\b"
)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")
ASIDE = re.compile(rf" ?\([^()]*{LINK.pattern}[^()]*\)")
STILL = re.compile(r".*data-live-figure.*?(<img [^>]+>).*", re.S)


@dataclass
class Slide:
    """A statement, what shows it, and what a teacher says."""

    kind: str
    heading: str
    statement: str
    parts: list[str] = field(default_factory=list)
    caption: str = ""
    notes: list[str] = field(default_factory=list)
    later: str = ""  # what the next step says
    right: int | None = None  # the choice that it marks


class Deck:
    """The slides of a chapter, whose cells are read in their order."""

    def __init__(self, first: NotebookNode, *others: NotebookNode) -> None:
        title, *blocks = (x.strip() for x in BLOCK.findall(first.source))
        self.heading = re.sub(r"^# (\d+\. )?", "", title)
        told = " ".join(x for x in blocks if not x.startswith(UNTOLD))
        self.slides = [Slide("title", title[2:], " ".join(sentences(told)))]
        self.prose: list[str] = []  # since the last slide
        self.skip = False  # a section that goes deeper
        for cell in others:
            self.read(cell)
        self.end()

    def read(self, cell: NotebookNode) -> None:
        """Make slides of one cell."""
        if cell.source.startswith(("**After this", "course.course_map(")):
            return
        if cell.cell_type == "markdown":
            for block in BLOCK.findall(cell.source):
                self.read_block(block.strip())
        elif self.skip:
            return
        elif shown := pictured(cell):
            kind = "table" if "<table" in shown[0] else "figure"
            self.add(kind, shown[:-1], shown[-1])
        elif cell.source.startswith("class ") and not cell.metadata.get("tags"):
            said = ast.get_docstring(ast.parse(cell.source).body[0])
            self.add("code", steps(cell.source), said or "")

    def read_block(self, block: str) -> None:
        """Make a slide of a heading, a formula or a box; keep prose."""
        if block.startswith("#"):
            self.end()
            self.heading = block.lstrip("# ")
            self.skip = self.heading.startswith("Going deeper")
        elif self.skip:
            return
        elif block.startswith("$$"):
            self.add("formula", [block], "")
        elif block.startswith("> "):
            self.box(block)
        elif block.startswith("<details>"):
            self.answer(ITEM.findall(block.removesuffix("</details>")))
        elif self.heading == "Take-away" and (points := ITEM.findall(block)):
            points = [*map(plain, points)]
            self.slides.append(Slide("list", self.heading, "", points))
        elif not block.startswith(UNTOLD):
            self.prose.append(block)

    def lead(self, said: str) -> str:
        """The first statement of the paragraph that leads here; else of what
        is said of the figure, or of what stands before.
        """
        found = [
            one
            for block in (*self.prose[:-2:-1], said, *self.prose[-2::-1])
            for one in sentences(block)
            if STATEMENT.match(one) and one.count("(") == one.count(")")
        ]
        strong = (one for one in found if not POINTER.search(one))
        return next(strong, found[0] if found else said)

    def add(self, kind: str, parts: list[str], said: str) -> None:
        """A slide of these parts; formulas that follow each other share one."""
        if kind == "formula" == self.slides[-1].kind and not self.prose:
            self.slides[-1].parts += parts
            return
        lead, line = self.lead(said), short(said)
        if kind == "code" or line[:20] == lead[:20]:
            line = ""
        notes, self.prose = [*self.prose, said], []
        self.slides.append(Slide(kind, self.heading, lead, parts, line, notes))

    def box(self, block: str) -> None:
        """A guess, a key idea or a misconception."""
        label = QUOTE.match(block)
        if label is None or label[1] == "How it was found":
            return
        text = re.sub(r"^> ?", "", block[label.end() :], flags=re.M)
        made = Slide("idea", label[1], "", notes=self.prose)
        if choices := ITEM.findall(text):
            made.kind, made.parts = "guess", [*map(plain, choices)]
            made.statement = plain(text.partition("\n- ")[0])
        else:
            made.statement, *more = sentences(text)
            made.later = " ".join(more)
        self.slides.append(made)
        self.prose = []

    def answer(self, answers: list[str]) -> None:
        """What a fold says to each choice of the last guess."""
        for guess in self.slides[-2:]:
            if guess.kind == "guess" and not guess.later:
                guess.right = [one[4:9] for one in answers].index("Right")
                guess.later = SENTENCE.findall(answers[guess.right])[0]
                guess.notes += [f"- {one}" for one in answers]

    def end(self) -> None:
        """What a section says last is told with its last slide, or is one."""
        if self.slides[-1].heading != self.heading and self.lead(""):
            self.add("idea", [], "")
        self.slides[-1].notes += self.prose
        self.prose = []


def sentences(text: str) -> list[str]:
    """Those that a slide can say: it has nothing to press."""
    found = SENTENCE.findall(plain(text))
    return [one for one in found if not CONTROL.search(one)]


def plain(text: str) -> str:
    """Without links between pages: slides stand alone."""
    text = text.partition("[How this was measured]")[0]
    return LINK.sub(r"\1", ASIDE.sub("", text)).strip()


def short(caption: str) -> str:
    """A caption's first sentence, or what of it fits on a line."""
    first = next(iter(SENTENCE.findall(plain(caption))), "")
    for part in (first, re.split(r"[;:] ", first)[0] + "."):
        if len(part) <= LINE and STATEMENT.match(part):
            return "" if CONTROL.search(part) else part
    return ""


def pictured(cell: NotebookNode) -> list[str]:
    """The pictures that a cell ends with, and their caption; nothing for a cell
    without a caption. A live figure is its picture.
    """
    shown = [one.data for one in cell.outputs if "data" in one]
    found = [x.get("image/svg+xml", x.get("text/html")) for x in shown[:-1]]
    if not found or None in found or "text/markdown" not in shown[-1]:
        return []
    return [*(STILL.sub(r"\1", x) for x in found), shown[-1]["text/markdown"]]


def steps(source: str) -> list[str]:
    """A class, method by method."""
    parts = re.split(r"\n\n(?= +(?:def|@))", source)
    while len(parts) > STEPS or (len(parts) > 1 and "def " not in parts[0]):
        parts[:2] = ["\n\n".join(parts[:2])]
    return [highlight(part, PythonLexer(), CODE).rstrip() for part in parts]


def html(text: str) -> str:
    """Markdown, whose formulas MathJax sets."""
    return str(markdown2html(text)).strip()


def spoken(notes: list[str]) -> str:
    """The notes of a slide: the prose, and the whole caption."""
    return html("\n\n".join(" ".join(sentences(one)) for one in notes))


def convert(path: Path) -> str:
    """The slides of a chapter as a page."""
    slides = Deck(*nbformat.read(path, nbformat.NO_CONVERT).cells).slides
    return TEMPLATE.render(slides=slides, html=html, spoken=spoken)


def main() -> None:
    """Write the slides of all chapters, and what they need."""
    shutil.rmtree(OUT, ignore_errors=True)
    shutil.copytree(REVEAL / "dist", OUT / "reveal")
    fonts = "output/chtml/fonts"
    shutil.copytree(MATHJAX / fonts, OUT / "mathjax" / fonts)
    shutil.copy(MATHJAX / "tex-chtml.js", OUT / "mathjax")
    (OUT / "letters").mkdir()
    for file in HERE.parent.glob("assets/*.woff2"):
        shutil.copy(file, OUT / "letters")
    shutil.copy(HERE / "slides.js", OUT)
    sheet = style.TOKENS + CODE.get_style_defs("pre")
    sheet += (HERE / "slides.css").read_text("utf-8")
    (OUT / "slides.css").write_text(sheet, "utf-8")
    for path in CHAPTERS:
        (OUT / f"{path.stem}.html").write_text(convert(path), "utf-8")
    print(f"{OUT.relative_to(ROOT)}: {len(CHAPTERS)} chapters, notes with S")


if __name__ == "__main__":
    main()
