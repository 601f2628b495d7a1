"""The page of results: every chapter's room has its part, `results.md`.

The directive `{finding} chapter1.file.function` shows a finding, computed when
the site is built, so that a claim that is no longer true stops the build. The
recipes that it was measured with stand folded below it.
"""

import json
from collections.abc import Sequence
from html import escape
from importlib import import_module, resources
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result
from attncourse.rooms import chapters
from extension.links import name_place
from extension.numbers import drawing, figure

PAGE = "book/results"


def collect(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the parts of all chapters to the page of results."""
    if page == PAGE:
        source[0] = "\n".join([source[0], *parts()])


def parts() -> list[str]:
    """What each chapter adds to the page of results."""
    rooms = (resources.files(chapter) for chapter in chapters().values())
    return [room.joinpath("results.md").read_text("utf-8") for room in rooms]


class Show(SphinxDirective):
    """One finding: what it shows, its caption, the recipes; links lead to it by
    its anchor.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The finding as a figure of the page."""
        chapter, file, name = self.arguments[0].split(".")
        module = import_module(f"attncourse.{chapter}.findings.{file}")
        found: Finding = getattr(module, name)()
        looks = ["finding", "cell_output"]
        part = nodes.container("", ids=[found.anchor], classes=looks)
        alive = hasattr(found.display, "still")
        caption, messages = self.parse_inline(
            found.caption + alive * " (Here a picture; alive in the chapter.)"
        )
        below = nodes.paragraph(
            "", "", *caption, *messages, classes=["finding-caption"]
        )
        part += figure(shown(found.still), [below])
        part += nodes.raw("", folded(found.sources), format="html")
        return [part]

    def parse_inline(
        self, text: str
    ) -> tuple[list[nodes.Node], list[nodes.Node]]:
        """The caption, which is Markdown."""
        holder = nodes.Element()
        self.state.nested_parse([text], 0, holder)
        return list(holder.children[0].children), []


def shown(still: Any) -> list[nodes.Node]:
    """Pictures, or a table."""
    return [
        drawing(part.svg, part.phone)
        if getattr(part, "svg", "")
        else nodes.raw("", part.html(), format="html")
        for part in getattr(still, "figures", [still])
    ]


def folded(sources: Sequence[Result]) -> str:
    """The recipes behind a finding, folded: for each its fields, its single
    values, the machine and the time.
    """
    tables = "\n".join(map(described, sources))
    return (
        f'<details class="recipe"><summary>How this was '
        f"measured</summary>\n{tables}\n</details>"
    )


def described(result: Result) -> str:
    """One result's recipe as a table."""
    fields = {**flat(result.recipe), **flat(result.made)}
    fields |= {
        name: f"{text(value['value'])} {value['unit']}"
        for name, value in result.values.items()
    }
    cells = (
        (escape(name), escape(text(value))) for name, value in fields.items()
    )
    rows = "".join(
        f'<tr><th scope="row">{name}</th><td>{value}</td></tr>'
        for name, value in cells
    )
    caption = f"<caption><code>{result.name}</code></caption>"
    return f'<table class="dataframe">{caption}{rows}</table>'


def flat(fields: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Fields within fields, under dotted names."""
    found: dict[str, Any] = {}
    for name, value in fields.items():
        found |= (
            flat(value, f"{prefix}{name}.")
            if isinstance(value, dict)
            else {prefix + name: value}
        )
    return found


def text(value: Any) -> str:
    """A value for readers: floats with six significant digits, lists as they
    are written in JSON.
    """
    if isinstance(value, float):
        return f"{value:.6g}"
    return value if isinstance(value, str) else json.dumps(value)


def name_anchors(app: Sphinx, document: nodes.document) -> None:
    """Let Markdown links such as `results.md#memory-copy-by-length` find the
    findings of a page.
    """
    for part in document.findall(nodes.container):
        if "finding" in part["classes"]:
            name_place(document, part["ids"][0], part["ids"][0])


def setup(app: Sphinx) -> None:
    """Add the parts, the directive and the anchors."""
    app.connect("source-read", collect)
    app.add_directive("finding", Show)
    app.connect("doctree-read", name_anchors)
