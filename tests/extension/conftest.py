"""Small sites, built with the book's extension and nothing else."""

import io
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from tests.extension import forms

INDEX = "# Book\n\n```{{toctree}}\n{}\n```\n"


@pytest.fixture(scope="session")
def build(tmp_path_factory, root) -> Callable:
    """`build(parts, {name: notebook or Markdown})`: the site, its warnings; in
    the `folder` of one that was built it is built again.
    """

    def built(
        parts: list[str],
        pages: dict,
        folder: Path | None = None,
        **more: object,
    ) -> tuple[Path, str]:
        folder = folder or tmp_path_factory.mktemp("site")
        names = "\n".join(pages)
        (folder / "index.md").write_text(INDEX.format(names))
        for name, page in pages.items():
            text = page if isinstance(page, str) else nbformat.writes(page)
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            suffix = ".md" if isinstance(page, str) else ".ipynb"
            path.with_suffix(suffix).write_text(text)
        extensions = ["myst_nb", *(f"extension.{part}" for part in parts)]
        settings = {
            "extensions": extensions,
            "exclude_patterns": ["jupyter_execute"],
            "nb_execution_mode": "off",
            "nb_render_markdown_format": "myst",
            "myst_enable_extensions": ["dollarmath"],
            "myst_heading_anchors": 3,
            "html_static_path": [str(root / "book" / "assets")],
        } | more
        warnings = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, docutils_namespace():
            patch.syspath_prepend(root / "book")
            app = Sphinx(
                folder,
                None,
                folder / "out",
                folder / "trees",
                "html",
                confoverrides=settings,
                status=None,
                warning=warnings,
            )
            app.build()
        return folder / "out", warnings.getvalue()

    return built


@pytest.fixture(scope="session")
def shown(build) -> Callable:
    """`shown(parts, title, *cells)`: the page of these cells, without a
    warning.
    """

    def read(parts: str, title: str, *cells: NotebookNode) -> BeautifulSoup:
        head = [new_markdown_cell(title, id="title")] if title else []
        pages = {"page": forms.notebook(*head, *cells)}
        out, warnings = build(parts.split(), pages)
        assert warnings == ""
        text = (out / "page.html").read_text(encoding="utf-8")
        return BeautifulSoup(text, "html.parser")

    return read


@pytest.fixture(scope="session")
def page(shown) -> BeautifulSoup:
    """The page that holds each form once, as it was built."""
    parts = "admonitions figures folds guesses lines links numbers"
    return shown(parts, "")
