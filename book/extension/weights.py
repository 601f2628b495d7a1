"""Weights of shipped models beside the pages that run them.

A live figure that computes in the reader's page names each file that it needs
as `_weights/NAME.safetensors`, an address from the root of the site. What a
page names is copied there, once; nothing is copied for a site without one.
"""

import re
import shutil
from importlib import resources
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

SHIPPED = resources.files("attnbook").joinpath("weights")
ADDRESS = re.compile(r"_weights/([\w-]+\.safetensors)")
logger = logging.getLogger(__name__)


def copy(
    app: Sphinx,
    page: str,
    template: str,
    context: dict[str, object],
    doctree: nodes.document | None,
) -> None:
    """Copy the weights that a page names; a warning for those there are not."""
    for name in sorted(set(ADDRESS.findall(str(context.get("body", ""))))):
        if not SHIPPED.joinpath(name).is_file():
            logger.warning("no weights of this name are shipped: %s", name)
            continue
        target = Path(app.outdir, "_weights", name)
        target.parent.mkdir(exist_ok=True)
        with resources.as_file(SHIPPED.joinpath(name)) as source:
            shutil.copyfile(source, target)


def setup(app: Sphinx) -> None:
    """Look at every page as it is written."""
    app.connect("html-page-context", copy)
