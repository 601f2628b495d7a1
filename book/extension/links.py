"""Ledgers that lead somewhere: code such as `chapters/x.ipynb#cell` or
`tests/x.py::test` becomes a link, in words: a cell is named by its figure or
its section. The verdict of a claim becomes a mark, by which `assets/ledger.js`
filters.

Every code cell of a notebook gets its id as an anchor, so that a ledger, or a
teacher, can point at it.
"""

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

LEDGERS = (
    "book/claims",
    "book/comparisons",
    "book/deviations",
    "book/interview",
)
CHAPTERS = Path(__file__).parents[2] / "chapters"
VERDICT = re.compile("(holds|nuance|erratum)\\b")


class AnchorCells(SphinxTransform):
    """Give each code cell of a notebook the anchor `cell-` and its id."""

    default_priority = 310

    def apply(self) -> None:
        """Match the cells of the page with those of the file by their order."""
        cells = cells_of(self.env)
        for node in self.document.findall(nodes.container):
            if "cell" in node["classes"] and "cell_index" in node:
                anchor = "cell-" + cells[node["cell_index"]]["id"]
                node["ids"].append(anchor)
                title = node.parent.next_node(nodes.title)
                name_place(self.document, anchor, title.astext())


def name_place(document: nodes.document, anchor: str, name: str) -> None:
    """Let Markdown links find a place of the page that is read, as in
    `x.ipynb#cell-y`; a ledger calls it by its name.
    """
    env = document.settings.env
    page = env.metadata[env.docname].setdefault("myst_slugs", {})
    page[anchor] = (0, anchor, name)
    if hasattr(document, "myst_slugs"):
        document.myst_slugs[anchor] = page[anchor]


def cells_of(env: BuildEnvironment) -> list[dict[str, Any]]:
    """The cells of the notebook that is read; none if it is another file."""
    path = Path(env.doc2path(env.docname))
    if path.suffix != ".ipynb":
        return []
    cells: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return cells


@cache
def notebook(chapter: str) -> tuple[Path, list[dict[str, Any]]]:
    """The file of a chapter, by the name of its room, and its cells; read
    once.
    """
    number = int(chapter.removeprefix("chapter"))
    (path,) = CHAPTERS.glob(f"{number:02d}_*.ipynb")
    return path, json.loads(path.read_text("utf-8"))["cells"]


class LinkLedgers(SphinxPostTransform):
    """Turn the code in a ledger that names a cell, a test or a file into a link
    to it, and the first word of a verdict into a mark.
    """

    default_priority = 5

    def run(self, **kwargs: object) -> None:
        """Look at every piece of code on a ledger's page."""
        if self.env.docname not in LEDGERS:
            return
        for literal in list(self.document.findall(nodes.literal)):
            link = self.link(*literal.astext().partition("#")[::2])
            if link:
                literal.replace_self(link)
        for entry in list(self.document.findall(nodes.entry)):
            mark(entry)

    def link(self, path: str, cell: str) -> nodes.reference | None:
        """A link to what a piece of code names, or None if it is no place."""
        file, _, test = path.partition("::")
        if cell:
            page, anchor = path.removesuffix(".ipynb"), f"cell-{cell}"
            *_, name = self.env.metadata[page]["myst_slugs"][anchor]
            shown = nodes.inline("", name)
            uri = self.app.builder.get_relative_uri
            address = f"{uri(self.env.docname, page)}#{anchor}"
        elif path.startswith(("tests/", "lib/")):
            name = Path(file).name
            shown = nodes.inline("", "tested" if test else name)
            repository = self.config.html_theme_options["repository_url"]
            address = f"{repository}/blob/main/{file}"
        else:
            return None
        title = test.removeprefix("test_").replace("_", " ")
        title = title if test or cell else file
        return nodes.reference("", "", shown, refuri=address, reftitle=title)


def mark(entry: nodes.entry) -> None:
    """Make a mark of the verdict that a cell of a table begins with, and drop
    a link named as the one before it in the same cell.
    """
    for first, second in pairwise(list(entry.findall(nodes.reference))):
        if first.astext() == second.astext() and not second["reftitle"]:
            second.parent.remove(second)
    text = next(entry.findall(nodes.Text), None)
    verdict = text and VERDICT.match(text)
    if verdict and entry.parent.index(entry) == 2:
        word = nodes.strong("", verdict[0], classes=["verdict", verdict[0]])
        text.parent.replace(text, [word, nodes.Text(text[verdict.end() :])])


def setup(app: Sphinx) -> None:
    """Add both transforms and the filter of the ledgers."""
    app.add_transform(AnchorCells)
    app.add_post_transform(LinkLedgers)
    app.add_js_file("ledger.js", loading_method="defer")
