"""What a page folds: set-up cells, checks that say one line, the sections
"Going deeper: ...", and the answers of the interview.

All are native `<details>`, which open with no script. `assets/folds.js` opens
them for a link that leads inside, and in print.
"""

from collections.abc import Sequence
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

DEEPER = "Going deeper:"
INTERVIEW = "interview"
SET_UP = "set-up"
LETTERS = "notation.letters("


def folded(
    summary: str,
    children: Sequence[nodes.Node],
    kind: str,
) -> nodes.container:
    """The children under a summary that opens them, with no script."""
    opening = f'<details class="{kind}"><summary>{summary}</summary>'
    start = nodes.raw("", opening, format="html")
    end = nodes.raw("", "</details>", format="html")
    return nodes.container("", start, *children, end, classes=[f"{kind}-fold"])


class FoldSetUp(SphinxTransform):
    """Fold the cells tagged `hide-input`; neighbours share one fold.

    Of a cell that shows something, only the code is folded; of one that starts
    with an assertion, also without the tag. Where it says one line, the code is
    under that line. A cell that shows the letters of a section is itself a
    fold and keeps no code.
    """

    default_priority = 340  # after the outputs have found their places

    def apply(self) -> None:
        """Look at every cell whose input is hidden."""
        for cell in list(self.document.findall(nodes.container)):
            hidden = cell.get("hide_mode") == "input"
            if hidden:
                del cell["hide_mode"]
            code = cell.get("nb_element") == "cell_code" and cell.astext()
            if hidden or (code and code.startswith("assert ")):
                fold_input(cell)


def fold_input(cell: nodes.container) -> None:
    """Fold one cell, or its code alone if there is something to see."""
    code, *output = cell.children
    if "cell_input" not in code["classes"]:
        return  # a finding, whose code the page leaves out
    if output and code.astext().startswith(LETTERS):
        cell.remove(code)
        return
    if output and "assert" in code.astext() and "\n" not in said(output[0]):
        line = escape(said(output[0]).strip("'"))
        cell.children = [folded(f"&#10003; {line}", [code], "check")]
        return
    if output:
        cell.replace(code, folded("Code", [code], SET_UP))
        return
    parent, place = cell.parent, cell.parent.index(cell)
    before = parent[place - 1] if place else nodes.Text("")
    parent.remove(cell)
    if f"{SET_UP}-fold" in getattr(before, "attributes", {}).get("classes", ()):
        before.insert(len(before) - 1, cell)
    else:
        parent.insert(place, folded("Set-up", [cell], SET_UP))


def said(output: nodes.Element) -> str:
    """What an output prints; of a picture or a table, two lines."""
    forms = {form.get("mime_type") for form in output.findall(nodes.container)}
    return output.astext().strip() if forms <= {None, "text/plain"} else "\n"


class FoldDeeper(SphinxPostTransform):
    """Fold each section "Going deeper", and each answer, under its heading."""

    default_priority = 700  # the table of contents has been made
    formats = ("html",)

    def run(self, **kwargs: object) -> None:
        """Look at every section."""
        asked = self.env.docname.endswith(INTERVIEW)
        for section in list(self.document.findall(nodes.section)):
            parts = section.children
            answer = asked and not any(
                isinstance(x, nodes.section) for x in parts
            )
            if answer or section[0].astext().startswith(DEEPER):
                start = '<details class="deeper"><summary>'
                section.insert(0, nodes.raw("", start, format="html"))
                section.insert(2, nodes.raw("", "</summary>", format="html"))
                section += nodes.raw("", "</details>", format="html")


def setup(app: Sphinx) -> None:
    """Add both transforms and the script."""
    app.add_transform(FoldSetUp)
    app.add_post_transform(FoldDeeper)
    app.add_js_file("folds.js", loading_method="defer")
