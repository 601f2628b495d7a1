"""The book's own Sphinx extension: what makes plain notebooks good pages."""

from typing import Any

from sphinx.application import Sphinx

from extension import (
    admonitions,
    buttons,
    figures,
    links,
    names,
    results,
    solutions,
    weights,
)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register every part."""
    parts = (
        admonitions,
        buttons,
        figures,
        links,
        names,
        results,
        solutions,
        weights,
    )
    for part in parts:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
