"""Figures and tables of a chapter: numbered, captioned, linked to.

A cell that shows a picture, a live figure or an HTML table, and then Markdown,
is a figure or a table with its caption. Its number begins with the number in
the page's title; a page without one numbers nothing. A line of code that only
shows a stored result is folded into the caption, with the link to the recipe.
Drawings (SVG) stand in the page itself, so that they take the colours of its
theme.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.domains import Domain, ObjType
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from extension.folds import folded
from extension.links import cells_of, name_place

CHAPTER = re.compile(r"(\d+)\. ")
STORED = re.compile(r"chapter\d+\.findings\.[\w.]+\([^\n]*\)\n?")
MEASURED = "How this was measured"
RECIPE = "The recipe, with every size and setting"
LINK = """\
<a class="copy-link" href="#{anchor}" title="Link to {name}">\
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9.5 7.5H7a4.5 4.5 0 0 0 \
0 9h2.5m5-9H17a4.5 4.5 0 0 1 0 9h-2.5M8.5 12h7"/></svg>\
<span class="visually-hidden">Link to {name}</span></a>"""
SVG = "image/svg+xml"
LOOKS = {"drawn": 'class="drawing"', "live": "data-live-figure"}
"""What style sheets ask of a figure."""


class InlineDrawings(SphinxTransform):
    """Put the SVG of each output that has one into the page, alone."""

    default_priority = 315

    def apply(self) -> None:
        """Match the outputs of the page with those of the file."""
        cells = cells_of(self.env)
        for node in list(self.document.findall(nodes.container)):
            if node.get("nb_element") == "cell_code":
                outputs = cells[node["cell_index"]]["outputs"]
                given = [output for output in outputs if "data" in output]
                for bundle, output in zip(bundles(node), given, strict=True):
                    if SVG in output["data"]:
                        svg = "".join(output["data"][SVG])
                        also = output["metadata"].get(SVG, {}).get("phone", "")
                        bundle.children = []
                        bundle += drawing(svg, also)


def bundles(cell: nodes.container) -> list[nodes.container]:
    """The outputs of a cell that have several forms, in order."""
    found = cell.findall(nodes.container)
    return [node for node in found if node.get("nb_element") == "mime_bundle"]


def drawing(svg: str, phone: str = "") -> nodes.container:
    """An SVG as the one form of an output, without the head of its file, and
    the one that takes its place on a phone.
    """
    text = svg[svg.index("<svg") :]
    if phone:
        text = f'<div class="wide">{text}</div><div class="phone">{phone}</div>'
    text = f'<div class="drawing">{text}</div>'
    raw = nodes.raw("", text, format="html")
    return nodes.container("", raw, mime_type=SVG)


class Draw(SphinxDirective):
    """The directive `{drawing} course.course_map`, for pages of Markdown; with
    `bare` it has no caption.
    """

    required_arguments = 1
    option_spec = {"bare": directives.flag}

    def run(self) -> list[nodes.Node]:
        """The drawing and its caption, without a number."""
        found = named(self.arguments[0])()
        caption = nodes.paragraph("", found.caption)
        below = [] if "bare" in self.options else [caption]
        parts = [*drawing(found.svg).children, *below]
        return [nodes.container("", *parts, classes=["unnumbered"])]


class Live(SphinxDirective):
    """The directive `{live} front.live.welcome.welcome`: a live figure on a
    page of Markdown; with a `name` it has a link of its own.
    """

    required_arguments = 1
    option_spec = {"name": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The figure, with its picture for who has no scripts."""
        found = named(self.arguments[0])()
        live = getattr(found, "display", found)
        html = live._repr_mimebundle_()[0]["text/html"]
        raw, name = nodes.raw("", html, format="html"), self.options.get("name")
        if not name:
            return [raw]
        link = LINK.format(name="this figure", anchor=name)
        return [nodes.container("", *figure([raw], [], link), ids=[name])]


def named(path: str) -> Any:
    """What a dotted path names in the course."""
    module, _, name = f"attncourse.{path}".rpartition(".")
    return getattr(import_module(module), name)


class Numbered(Domain):
    """All that has a number, for the search: where it is, what its caption
    says.
    """

    name = "numbered"
    label = "Figures and tables"
    object_types = {
        kind.lower(): ObjType(kind, kind.lower())
        for kind in ("Figure", "Table")
    }
    initial_data: dict[str, Any] = {"places": {}}

    def note(self, name: str, caption: str, anchor: str) -> None:
        """A figure or a table of the page that is read, by its name."""
        text = f"{name}. {caption}"
        self.data["places"][name] = (text, self.env.docname, anchor)

    def clear_doc(self, page: str) -> None:
        """Forget a page that is read again."""
        for name, (_, where, _) in [*self.data["places"].items()]:
            if where == page:
                del self.data["places"][name]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """What the search may find; Sphinx asks for it."""
        for name, (text, page, anchor) in sorted(self.data["places"].items()):
            kind = name.partition(" ")[0].lower()
            yield name, text, kind, page, anchor, 1


class NumberFigures(SphinxTransform):
    """Make a figure of each cell that shows a picture and its caption."""

    default_priority = 320

    def apply(self) -> None:
        """Count figures and tables in the order of the page."""
        title = next(iter(self.document.findall(nodes.title)), nodes.title())
        chapter = CHAPTER.match(title.astext())
        counts: Counter[str] = Counter()
        for cell in self.document.findall(nodes.container) if chapter else ():
            if kind := captioned(cell):
                counts[kind] += 1
                name = f"{kind} {chapter[1]}.{counts[kind]}"
                anchor = cell["ids"][0]
                name_place(self.document, anchor, name)
                said = number(cell, name)
                self.env.get_domain("numbered").note(name, said, anchor)


def captioned(cell: nodes.container) -> str | None:
    """ "Figure" or "Table" if the cell ends with one and its caption."""
    if cell.get("nb_element") != "cell_code" or not cell.children:
        return None
    last = cell.children[-1].children[-2:]
    if [node.get("nb_element") for node in last] != ["mime_bundle"] * 2:
        return None
    shown, caption = (forms(bundle) for bundle in last)
    if "text/markdown" not in caption:
        return None
    if pictured(shown):
        return "Figure"
    html = shown["text/html"].astext() if "text/html" in shown else ""
    if "data-live-figure" in html:
        return "Figure"
    return "Table" if "<table" in html else None


def forms(bundle: nodes.Node) -> dict[str, nodes.Element]:
    """The forms of an output by their types."""
    given = bundle.get("nb_element") == "mime_bundle"
    return {form["mime_type"]: form for form in bundle} if given else {}


def pictured(output: dict[str, nodes.Element]) -> bool:
    """Whether an output has a form that is a picture."""
    return any(name.startswith("image/") for name in output)


def number(cell: nodes.container, name: str) -> str:
    """Put the caption that a cell ends with, and what it is of, into a figure:
    the output before it, or all the pictures in a row before it. Gives what
    the caption says.
    """
    code, output = cell.children[0], cell.children[-1]
    *before, bundle = output.children
    shown = [before.pop()]
    while pictured(forms(shown[0])) and before and pictured(forms(before[-1])):
        shown.insert(0, before.pop())
    caption = forms(bundle)["text/markdown"].children
    if STORED.fullmatch(code.astext()):
        cell.remove(code)
        caption.append(measured(code, caption[0]))
    said = caption[0].astext()
    label = nodes.strong("", name, classes=["caption-number"])
    caption[0].insert(0, [label, nodes.Text(" ")])
    link = LINK.format(name=name, anchor=cell["ids"][0])
    output.clear()
    output += [*before, *figure(shown, caption, link)]
    return said


def figure(
    shown: Sequence[nodes.Node], caption: Sequence[nodes.Node], link: str = ""
) -> list[nodes.Node]:
    """What is shown, several pictures in a row, and the caption below."""
    beside = nodes.container("", *shown, classes=["beside"])
    text = "".join(part.astext() for part in shown)
    looks = [look for look, mark in LOOKS.items() if mark in text]
    opening = f'<figure class="{" ".join(["numbered", *looks])}">'
    return [
        nodes.raw("", opening, format="html"),
        *([beside] if len(shown) > 1 else shown),
        nodes.raw("", "<figcaption>", format="html"),
        *caption,
        nodes.raw("", link + "</figcaption></figure>", format="html"),
    ]


def measured(code: nodes.Element, caption: nodes.paragraph) -> nodes.container:
    """The line of code, folded with the link that the caption ended with."""
    inside, link = [code], caption[-1]
    if link.astext() == MEASURED:
        caption.remove(link)
        text = next(link.findall(nodes.Text))
        text.parent.replace(text, nodes.Text(RECIPE))
        inside.append(nodes.paragraph("", "", link))
    return folded(MEASURED, inside, "measured")


def setup(app: Sphinx) -> None:
    """Add all of it, and the script that copies links."""
    app.add_domain(Numbered)
    app.add_directive("drawing", Draw)
    app.add_directive("live", Live)
    app.add_transform(InlineDrawings)
    app.add_transform(NumberFigures)
    for script in ("copy.js", "save.js"):
        app.add_js_file(script, loading_method="defer")
