"""Ledgers that lead somewhere: code such as `chapters/x.ipynb#cell` or
`tests/x.py::test` becomes a link.

Every code cell of a notebook gets its id as an anchor, so that a ledger, or a
teacher, can point at it.
"""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

LEDGERS = ("book/claims", "book/deviations")


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
                self.name(anchor, node.line or 0)

    def name(self, anchor: str, line: int) -> None:
        """Let Markdown links find it, as in `x.ipynb#cell-y`."""
        page = self.env.metadata[self.env.docname]
        slug = (line, anchor, anchor)
        page.setdefault("myst_slugs", {})[anchor] = slug
        if hasattr(self.document, "myst_slugs"):
            self.document.myst_slugs[anchor] = slug


def cells_of(env: BuildEnvironment) -> list[dict[str, Any]]:
    """The cells of the notebook that is read; none if it is another file."""
    path = Path(env.doc2path(env.docname))
    if path.suffix != ".ipynb":
        return []
    cells: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["cells"]
    return cells


class LinkLedgers(SphinxPostTransform):
    """Turn the code in a ledger that names a cell, a test or a file into a link
    to it.
    """

    default_priority = 5

    def run(self, **kwargs: object) -> None:
        """Look at every piece of code on a ledger's page."""
        if self.env.docname not in LEDGERS:
            return
        for literal in list(self.document.findall(nodes.literal)):
            address = self.address(literal.astext())
            if address:
                name = literal.astext().replace("::", "#").rpartition("#")[2]
                shown = nodes.literal("", name)
                literal.replace_self(
                    nodes.reference(
                        "", "", shown, refuri=address, internal=False
                    )
                )

    def address(self, text: str) -> str | None:
        """Where a piece of code leads, or None if it names no place."""
        path, _, cell = text.partition("#")
        if cell:
            return (
                self.app.builder.get_relative_uri(
                    self.env.docname, path.removesuffix(".ipynb")
                )
                + f"#cell-{cell}"
            )
        if text.startswith(("tests/", "lib/")):
            repository = self.config.html_theme_options["repository_url"]
            return f"{repository}/blob/main/{text.partition('::')[0]}"
        return None


def setup(app: Sphinx) -> None:
    """Add both transforms."""
    app.add_transform(AnchorCells)
    app.add_post_transform(LinkLedgers)
