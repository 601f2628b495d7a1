"""The results: a page for each chapter, from its room's `results.md`, and one
of contents.

The directive `{finding} chapter1.file.function` shows a finding, computed when
the site is built, so that a claim that is no longer true stops the build. The
recipes that it was measured with stand folded below it.
"""

import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib import import_module, resources
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from attncourse.experiments.finding import Finding, anchor
from attncourse.experiments.results import Result
from attncourse.rooms import chapters
from extension.links import name_place, notebook
from extension.numbers import drawing, figure

PAGE = "book/results"
SOURCE = r"{}\.findings\.(\w+\.\w+)\("
SHOWN = re.compile(r"{finding} (chapter\d+)\.(\w+)\.(\w+)|^## (.+)$", re.M)


def collect(app: Sphinx, page: str, source: list[str]) -> None:
    """Fill the page of a chapter with its room's part, and the contents with
    what all of them show.
    """
    folder, _, name = page.rpartition("/")
    if page == PAGE:
        source[0] += "\n" + "\n".join(map(contents, chapters()))
    elif folder == PAGE and name in chapters():
        source[0] += f"\n{part(name)}"


def part(chapter: str) -> str:
    """What a room says: questions, and the findings that answer them."""
    room = resources.files(chapters()[chapter])
    return room.joinpath("results.md").read_text("utf-8")


def contents(chapter: str) -> str:
    """What one chapter shows: its questions, and below each a line for every
    finding, which has the anchor that the finding itself has on its page.
    """
    lines = [f"## [Chapter {chapter[7:]}](results/{chapter}.md)"]
    for _, file, name, question in SHOWN.findall(part(chapter)):
        if question:
            lines.append(f"\n**{question}**\n")
            continue
        place = anchor(f"{file}.{name}")
        said = " ".join(find(chapter, file, name).__doc__.split())
        lines.append(
            f'- <span id="{place}"></span>[{said}]'
            f"(results/{chapter}.md#{place})"
        )
    return "\n".join([*lines, ""])


def find(chapter: str, file: str, name: str) -> Callable[[], Finding]:
    """The function that makes a finding."""
    module = import_module(f"attncourse.{chapter}.findings.{file}")
    found: Callable[[], Finding] = getattr(module, name)
    return found


@cache
def places() -> dict[str, str]:
    """The page on which each finding stands, by its anchor."""
    return {
        anchor(f"{file}.{name}"): f"{PAGE}/{chapter}"
        for chapter in chapters()
        for _, file, name, question in SHOWN.findall(part(chapter))
        if not question
    }


@cache
def shown_by(chapter: str) -> dict[str, str]:
    """The cell of a chapter's notebook that shows a finding, by its anchor."""
    path, cells = notebook(chapter)
    return {
        anchor(name): f"../../chapters/{path.name}#cell-{cell['id']}"
        for cell in cells
        for name in re.findall(SOURCE.format(chapter), "".join(cell["source"]))
    }


class Lead(SphinxTransform):
    """A link to a finding leads to the page of its chapter."""

    default_priority = 400

    def apply(self) -> None:
        """Look at every link to the contents."""
        known = places()
        for link in self.document.findall(addnodes.pending_xref):
            place = link.get("reftargetid")
            if link.get("reftarget") == PAGE and place in known:
                link["reftarget"] = known[place]


class Show(SphinxDirective):
    """One finding: what it shows, its caption, the recipes; links lead to it by
    its anchor.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The finding as a figure of the page."""
        chapter, file, name = self.arguments[0].split(".")
        found = find(chapter, file, name)()
        looks = ["finding", "cell_output"]
        part = nodes.container("", ids=[found.anchor], classes=looks)
        alive = hasattr(found.display, "still")
        own = chapter in chapters()
        cell = shown_by(chapter).get(found.anchor) if own else None
        leads = f" [In the chapter{' it is alive' * alive}.]({cell})"
        caption, messages = self.parse_inline(
            found.caption + leads * bool(cell)
        )
        below = nodes.paragraph(
            "", "", *caption, *messages, classes=["finding-caption"]
        )
        part += figure(shown(found.still), [below])
        told = self.env.temp_data.setdefault("recipes", set())
        part += nodes.raw("", folded(found.sources, told), format="html")
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


def folded(sources: Sequence[Result], told: set[str]) -> str:
    """The recipes behind a finding, folded: for each its fields, its single
    values, the machine and the time; those that are `told` are linked to.
    """
    tables = "\n".join(
        f'<p><a href="#recipe-{one.name}"><code>{one.name}</code></a></p>'
        if one.name in told
        else described(one)
        for one in sources
    )
    told |= {one.name for one in sources}
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
    anchor = f'id="recipe-{result.name}"'
    return f'<table {anchor} class="dataframe">{caption}{rows}</table>'


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
    app.add_transform(Lead)
    app.add_directive("finding", Show)
    app.connect("doctree-read", name_anchors)
