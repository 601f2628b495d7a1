"""Exercises on the site: the answer cell shows the stub, the solution stands
folded below it.

A solution is what a notebook marks by `### BEGIN SOLUTION` and `### END
SOLUTION`. Everything folds by HTML alone. The student edition, without
solutions, lies beside the pages to be downloaded.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from attncourse.grading import release
from attncourse.grading.solutions import BEGIN, END
from extension.folds import folded

REGION = re.compile(
    rf"^([ \t]*)[^\n]*{BEGIN}.*?{END}[^\n]*",
    re.DOTALL | re.MULTILINE,
)
MARKER = re.compile(rf"^.*({BEGIN}|{END}).*\n?", re.MULTILINE)
# what nbgrader writes into the student edition
STUB = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"
FOLDER = "notebooks/exercises"
KIND = "solution"


class FoldSolutions(SphinxTransform):
    """Split every answer cell into stub and folded solution; fold what the
    checks print with the solution.
    """

    default_priority = 300

    def apply(self) -> None:
        """Look at every code cell of the page."""
        answers = [
            block
            for block in self.document.findall(nodes.literal_block)
            if BEGIN in block.astext()
        ]
        for block in answers:
            fold_solution(block)
        for cell in (
            list(self.document.findall(nodes.container)) if answers else []
        ):
            if "tag_check" in cell["classes"]:
                fold_output(cell)
        title = next(iter(self.document.findall(nodes.title)), None)
        if answers and title:
            title.parent.insert(
                title.parent.index(title) + 1, download(self.env.docname)
            )


def fold_solution(block: nodes.literal_block) -> None:
    """Leave the stub in the block's place and put the solved function, folded,
    below its cell's input.
    """
    text = block.astext()
    solution = literal(block, MARKER.sub("", text))
    given = block.parent
    given.replace(block, literal(block, REGION.sub(STUB, text)))
    given.parent.insert(
        given.parent.index(given) + 1, folded("Solution", [solution], KIND)
    )


def fold_output(cell: nodes.container) -> None:
    """Fold the output of a check: it was made with the solution, not with the
    stub that the page shows.
    """
    for output in [
        child
        for child in cell.children
        if "cell_output" in child.get("classes", [])
    ]:
        cell.replace(
            output, folded("What a right answer prints", [output], KIND)
        )


def literal(like: nodes.literal_block, text: str) -> nodes.literal_block:
    """A block of code with other text, shown the same way."""
    block = nodes.literal_block(text, text, **like.attributes)
    block.source, block.line = like.source, like.line
    return block


def download(docname: str) -> nodes.raw:
    """The link to the student edition of a page, as seen from this page."""
    path = "../" * docname.count("/") + f"{FOLDER}/{Path(docname).name}.ipynb"
    link = (
        f'<a href="{path}" download>Download this notebook without the '
        f"solutions</a>"
    )
    text = (
        f"{link} to do the exercises yourself, in JupyterLab or in Colab "
        f"(File, Upload notebook)."
    )
    return nodes.raw(
        "", f'<p class="student-edition">{text}</p>', format="html"
    )


def write_editions(app: Sphinx, error: Exception | None) -> None:
    """Write the student edition of every page that has solutions."""
    if error or app.builder.format != "html":
        return
    pages = [
        Path(app.env.doc2path(docname))
        for docname in sorted(app.env.found_docs)
    ]
    sources = [
        page
        for page in pages
        if page.suffix == ".ipynb" and BEGIN in page.read_text(encoding="utf-8")
    ]
    release.release(sources, Path(app.outdir) / FOLDER)


def setup(app: Sphinx) -> None:
    """Add the transform and the student editions."""
    app.add_transform(FoldSolutions)
    app.connect("build-finished", write_editions)
