"""The book's own Sphinx extension: what makes plain notebooks good pages."""

from typing import Any

from sphinx.application import Sphinx

from extension import admonitions, buttons, figures, links, names, results, solutions


def setup(app: Sphinx) -> dict[str, Any]:
    """Register every part."""
    for part in (admonitions, buttons, figures, links, names, results, solutions):
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
