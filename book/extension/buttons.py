"""The buttons at the top of a page: open in Colab at this release, download the
notebook, print.

The theme's own download button points into `_sources`, which the site does not
publish (it would hold hidden cells). A chapter's badge is dropped: its image is
on another host, and the Colab button says the same.
"""

import tomllib
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms import SphinxTransform

ROOT = Path(__file__).parent.parent.parent
BADGE = "Open in Colab"
FOLDER = "notebooks"


class DropBadges(SphinxTransform):
    """Remove every paragraph that holds the badge."""

    default_priority = 300

    def apply(self) -> None:
        """Look at every image."""
        for image in list(self.document.findall(nodes.image)):
            if image.get("alt") == BADGE:
                image.parent.parent.parent.remove(image.parent.parent)


def at_release(app: Sphinx, config: Config) -> None:
    """Let the Colab button open the notebook of the release whose package its
    set-up cell installs.
    """
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "version"
    ]
    config.html_theme_options["repository_branch"] = f"v{version}"


def published(pagename: str) -> Path | None:
    """The notebook that readers may download from this page; exercises hold
    solutions and are not published.
    """
    path = ROOT / f"{pagename}.ipynb"
    return path if path.is_file() and "exercises" not in path.parts else None


def replace_downloads(
    app: Sphinx,
    pagename: str,
    template: str,
    context: dict[str, Any],
    doctree: Any,
) -> None:
    """Point the download button at the published notebook, and leave it out
    where there is none.
    """
    for button in context.get("header_buttons", []):
        if button.get("label") == "download-buttons":
            links = [
                entry for entry in button["buttons"] if entry["type"] != "link"
            ]
            if notebook := published(pagename):
                link = {
                    "type": "link",
                    "text": ".ipynb",
                    "icon": "fas fa-code",
                    "label": "download-notebook-button",
                }
                url = context["pathto"](f"{FOLDER}/{notebook.name}", 1)
                links.insert(
                    0, {**link, "url": url, "tooltip": "Download this notebook"}
                )
            button["buttons"] = links


def copy_notebooks(app: Sphinx, error: Exception | None) -> None:
    """Put the published notebooks beside the pages, without their outputs: who
    downloads one runs it.
    """
    if error or app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    for path in filter(None, map(published, app.env.found_docs)):
        notebook = nbformat.read(path, nbformat.NO_CONVERT)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        nbformat.write(notebook, folder / path.name)


def setup(app: Sphinx) -> None:
    """Connect the parts; the buttons are changed after the theme (priority 501)
    has made them.
    """
    app.add_transform(DropBadges)
    app.connect("config-inited", at_release)
    app.connect("html-page-context", replace_downloads, priority=900)
    app.connect("build-finished", copy_notebooks)
