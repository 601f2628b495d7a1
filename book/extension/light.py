"""What a page would load and does not need is left out.

The theme brings its icons twice, as a script and as a typeface: the typeface is
enough. It brings the index of the search to every page: one page searches. Of
MathJax a page loads the parts that set its formulas, and the site keeps no
others.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

UNUSED = "fontawesome|searchtools|language_data|searchindex"
ICONS = "fontawesome"
SCRIPT = r"<script[^>]*\b({})\.js[^>]*></script>\n?"
PARTS = (
    *("core", "input/tex-base", "output/chtml", "a11y/assistive-mml"),
    *("[tex]/ams", "[tex]/html"),
)
MATHJAX = {
    "loader": {"load": PARTS},
    "tex": {"packages": ["base", "ams", "html"]},
}


def lighten(app: Sphinx, error: Exception | None) -> None:
    """Take out what no page needs, once all is written."""
    for page in Path(app.outdir).rglob("*.html"):
        unused = SCRIPT.format(ICONS if page.name == "search.html" else UNUSED)
        page.write_text(re.sub(unused, "", page.read_text("utf-8")), "utf-8")
    folder = Path(app.outdir, "_static/mathjax")
    names = [part.replace("[tex]", "input/tex/extensions") for part in PARTS]
    kept = {folder / f"{name}.js" for name in ("startup", *names)}
    kept |= {folder / "LICENSE.txt", folder / "output/chtml/fonts"}
    for file in folder.rglob("*"):
        if file.is_file() and not kept & {file, *file.parents}:
            file.unlink()


def setup(app: Sphinx) -> None:
    """After the extension that brings MathJax."""
    app.config.mathjax_path = "mathjax/startup.js"
    app.config.mathjax3_config = MATHJAX
    app.connect("build-finished", lighten, priority=900)
