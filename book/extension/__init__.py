"""The book's own Sphinx extension: what makes plain notebooks good pages.

Every module beside this one is a part, with a `setup` of its own.
"""

import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from attncourse.figures import style

ASSETS = Path(__file__).parent.parent / "assets"
TOKENS = Path(style.__file__).with_name("tokens.css")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register every part, every style sheet, and the scripts of all pages."""
    for part in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{part.name}").setup(app)
    app.config.html_static_path.append(str(TOKENS))
    app.add_css_file(TOKENS.name, priority=800)  # after the theme's
    for sheet in sorted(ASSETS.glob("*.css")):
        app.add_css_file(sheet.name, priority=800)
    for script in ("contents.js", "fit.js"):
        app.add_js_file(script, loading_method="defer")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
