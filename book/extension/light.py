"""What a page would load and does not need is left out.

The theme brings its icons twice, as a script and as a typeface: the typeface is
enough. Of MathJax a page loads the parts that set its formulas, and the site
keeps no others.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

ICONS = re.compile(r"<script[^>]*fontawesome\.js[^>]*></script>\n?")
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
        text = page.read_text("utf-8")
        if ICONS.search(text):
            page.write_text(ICONS.sub("", text), "utf-8")
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
