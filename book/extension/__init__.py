"""The book's own Sphinx extension: what makes plain notebooks good pages."""

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from extension import (
    admonitions,
    buttons,
    figures,
    folds,
    guesses,
    lines,
    links,
    names,
    numbers,
    results,
    solutions,
    weights,
)

PARTS = (
    admonitions,
    buttons,
    figures,
    folds,
    guesses,
    lines,
    links,
    names,
    numbers,
    results,
    solutions,
    weights,
)
ASSETS = Path(__file__).parent.parent / "assets"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register every part, every style sheet, and the script of all pages."""
    for part in PARTS:
        part.setup(app)
    for sheet in sorted(ASSETS.glob("*.css")):
        app.add_css_file(sheet.name, priority=800)  # after the theme's
    app.add_js_file("fit.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
