"""The book's own Sphinx extension: what makes plain notebooks good pages.

Every module beside this one is a part, with a `setup` of its own.
"""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ASSETS = Path(__file__).parent.parent / "assets"


def setup(app: Sphinx) -> dict[str, Any]:
    """Register every part, every style sheet, and the script of all pages."""
    for part in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{part.name}").setup(app)
    for sheet in sorted(ASSETS.glob("*.css")):
        app.add_css_file(sheet.name, priority=800)  # after the theme's
    app.add_js_file("fit.js", loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
