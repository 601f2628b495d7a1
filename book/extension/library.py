"""The pages of the library, made from its docstrings by autodoc.

A docstring is plain text in which `code` stands between backticks; signatures
are shown as they are written, with the axes of each tensor. Every object leads
to the cell of a chapter that shows it, and the code that names an object in a
chapter's text leads back.
"""

import ast
import inspect
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

CHAPTERS = Path(__file__).parent.parent.parent / "chapters"
BUILT = re.compile(r"Built\s+in\s+chapters?\s+\d+(\s+and\s+\d+)?")
FILE = re.compile(r"attnbook/([\w/]+)\.py")
NAME = re.compile(r"\w+(\.\w+)+")
AXES = re.compile(r'"((?:[*#]?[A-Z]\b ?)+)"')
SPECIAL = re.compile(r"([\\*|_])")
PAGES = "../../chapters/"  # from a page of the library


def plain(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: Any
) -> None:
    """Write a docstring as reStructuredText, the chapter at its end."""
    text = BUILT.sub(with_links, escaped("\n".join(lines)))
    link = shown_in(name) if what in ("class", "function") else ""
    lines[:] = [*text.split("\n"), "", link, ""]


def escaped(text: str) -> str:
    """A text in which backticks alone mean anything; the axes of a tensor are
    code, too.
    """
    parts = AXES.sub(r"`\1`", text).split("`")
    return "".join(
        f"``{part}``" if k % 2 else SPECIAL.sub(r"\\\1", part)
        for k, part in enumerate(parts)
    )


def as_written(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, *given: Any
) -> tuple[str, str | None] | None:
    """The signature of the source; what Python makes of an annotation hides
    the axes.
    """
    if what not in ("class", "function", "method"):
        return None
    (node,) = ast.parse(dedent(inspect.getsource(thing))).body
    module = inspect.getmodule(thing)
    node = Aliases(inspect.getsource(module)).visit(node) if module else node
    if isinstance(node, ast.ClassDef):
        return constructed(node), None
    assert isinstance(node, ast.FunctionDef)
    return arguments(node), node.returns and quoted(node.returns)


class Aliases(ast.NodeTransformer):
    """Types that a module has given a name, in the place of their names."""

    def __init__(self, source: str) -> None:
        self.meant = {
            part.targets[0].id: part.value
            for part in ast.parse(source).body
            if isinstance(part, ast.Assign)
            and isinstance(part.targets[0], ast.Name)
            and isinstance(part.value, ast.Subscript | ast.BinOp)
        }

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The type, if the name stands for one."""
        return self.meant.get(node.id, node)


def constructed(node: ast.ClassDef) -> str:
    """What a class is made of: the arguments of `__init__`, or its fields."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return arguments(part)
    fields = [
        quoted(part).partition("#")[0]
        for part in node.body
        if isinstance(part, ast.AnnAssign)
    ]
    return f"({', '.join(fields)})"


def arguments(node: ast.FunctionDef) -> str:
    """The arguments of a function, without that of the object itself."""
    first = [arg.arg for arg in node.args.args[:1]]
    if first in (["self"], ["cls"]):
        node.args.args.pop(0)
    return f"({quoted(node.args)})"


def quoted(node: ast.AST) -> str:
    """The source of a node, in double quotes; a type that stands in quotes
    without them.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ast.unparse(node).replace("'", '"')


def left_out(
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """True for the fields of a tuple, whose docstring is Python's."""
    written = str(getattr(thing, "__doc__", ""))
    return True if written.startswith("Alias for field number") else None


@cache
def cells() -> list[tuple[str, str, str]]:
    """Page, id and source of every code cell, chapters first."""
    return [
        (path.stem, cell["id"], "".join(cell["source"]))
        for path in sorted(CHAPTERS.glob("*.ipynb"))
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]


def shown_in(name: str) -> str:
    """A link to the cell that prints the source of an object, else to the
    first one that calls it, else to the chapter that its module names.
    """
    module, _, own = name.rpartition(".")
    called = re.compile(rf"\b{module.rpartition('.')[2]}\.{own}\b")
    found = [cell for cell in cells() if called.search(cell[2])]
    found.sort(key=lambda cell: "source(" not in cell[2])
    if found:
        page, cell, _ = found[0]
        return (
            f"`In chapter {int(page[:2])} <{PAGES}{page}.html#cell-{cell}>`__"
        )
    built = BUILT.search(str(import_module(module).__doc__))
    return with_links(built) if built else ""


def with_links(built: re.Match[str]) -> str:
    """The sentence of a module, its chapters linked."""

    def link(number: re.Match[str]) -> str:
        (page,) = CHAPTERS.glob(f"{int(number[0]):02}_*.ipynb")
        return f"`{number[0]} <{PAGES}{page.stem}.html>`__"

    return re.sub(r"\d+", link, built[0])


class LinkNames(SphinxTransform):
    """Let the name of an object in the text of a chapter lead to its entry:
    `noise.hide`, or `MultiHead` in `attnbook/heads.py`. A name that has no
    entry stays as it is. In a signature types are plain: many models have a
    `State`.
    """

    default_priority = 320

    def apply(self) -> None:
        """Look at the code of each paragraph, and at the types of entries."""
        for signature in self.document.findall(addnodes.desc_signature):
            for link in list(signature.findall(addnodes.pending_xref)):
                link.replace_self(link.children)
        if not self.env.docname.startswith("chapters/"):
            return
        for literal in list(self.document.findall(nodes.literal)):
            if not isinstance(literal.parent, nodes.paragraph):
                continue
            name = module_of(literal) + literal.astext()
            if NAME.fullmatch(name):
                literal.replace_self(link_to(name, literal, self.env))


def module_of(literal: nodes.literal) -> str:
    """The module whose file the next code of the paragraph names, with a dot
    behind it.
    """
    code = list(literal.parent.findall(nodes.literal))
    after = code[code.index(literal) + 1 :][:1]
    file = FILE.fullmatch(after[0].astext()) if after else None
    return f"attnbook.{file[1].replace('/', '.')}." if file else ""


def link_to(
    name: str, literal: nodes.literal, env: BuildEnvironment
) -> addnodes.pending_xref:
    """A piece of code that leads to the entry whose name ends so, if there is
    one.
    """
    return addnodes.pending_xref(
        "",
        literal.deepcopy(),
        refdomain="py",
        reftype="obj",
        reftarget=name,
        refspecific=True,
        refdoc=env.docname,
    )


def configure(app: Sphinx, config: Config) -> None:
    """Members in the order of the source, names without their modules."""
    config.autodoc_default_options = {
        "members": True,
        "member-order": "bysource",
        "no-value": True,
    }
    config.autodoc_class_signature = "mixed"
    # types of other packages, and names that are no objects of ours
    config.nitpick_ignore_regex = [("py:.*", ".*")]
    config.add_module_names = False
    config.html_domain_indices = False
    config.toc_object_entries = False  # what opens and shuts moves the page


def setup(app: Sphinx) -> None:
    """Add autodoc, and what makes pages of our docstrings."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("config-inited", configure)
    app.connect("autodoc-process-docstring", plain)
    app.connect("autodoc-process-signature", as_written)
    app.connect("autodoc-skip-member", left_out)
    app.add_transform(LinkNames)
