"""What a page would load and does not need is left out.

The theme brings its icons twice, as a script and as a typeface: the typeface is
enough. It brings maps for those who change its scripts, and the index of the
search to every page: one page searches. Of MathJax a page loads the parts that
set its formulas, and the site keeps no others. Pictures that stand in a page as
text become files, which come when they are near. Names and brackets in code
look like the text around them and need no element.
"""

import re
import shutil
from base64 import b64decode
from hashlib import sha256
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


PICTURE = re.compile(
    r'(?: width="(\d+)")? src="data:image/png;base64,([^"]{2000,})"'
)
PICTURES = "_images"
PLAIN = re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>')
"""What pygments marks, and the style sheets of both themes show as plain."""


def lighten(app: Sphinx, error: Exception | None) -> None:
    """Take out what no page needs, once all is written."""
    out = Path(app.outdir)
    for page in out.rglob("*.html"):
        unused = SCRIPT.format(ICONS if page.name == "search.html" else UNUSED)
        text = re.sub(unused, "", page.read_text("utf-8"))
        text = PLAIN.sub(r"\1", text)
        page.write_text(outside(text, out, page), "utf-8")
    static = Path(app.outdir, "_static")
    for unused in (*static.rglob("*.map"), *static.rglob(f"{ICONS}.js")):
        unused.unlink()
    shutil.rmtree(static / "locales", ignore_errors=True)  # for the build
    folder = static / "mathjax"
    names = [part.replace("[tex]", "input/tex/extensions") for part in PARTS]
    kept = {folder / f"{name}.js" for name in ("startup", *names)}
    kept |= {folder / "LICENSE.txt", folder / "output/chtml/fonts"}
    for file in folder.rglob("*"):
        if file.is_file() and not kept & {file, *file.parents}:
            file.unlink()


def outside(text: str, out: Path, page: Path) -> str:
    """A page whose pictures are files, with room for them kept: a PNG begins
    with its size.
    """
    up = "../" * (len(page.relative_to(out).parts) - 1)

    def file(found: re.Match[str]) -> str:
        content = b64decode(found[2])
        name = f"{PICTURES}/{sha256(content).hexdigest()[:16]}.png"
        path = out / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        wide, high = (int.from_bytes(content[k : k + 4]) for k in (16, 20))
        width = int(found[1] or wide)
        room = f'width="{width}" height="{round(width * high / wide)}"'
        return f' {room} loading="lazy" style="height: auto" src="{up}{name}"'

    return PICTURE.sub(file, text)


def setup(app: Sphinx) -> None:
    """After the extension that brings MathJax."""
    app.config.mathjax_path = "mathjax/startup.js"
    app.config.mathjax3_config = MATHJAX
    app.connect("build-finished", lighten, priority=900)
