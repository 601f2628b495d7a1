"""Drawings below the second screen of a chapter come when they are near.

Each is a file. In the page stands an empty one of the same size, with the same
words for those who listen. Who has no scripts sees the file as a picture.
"""

import re
from hashlib import sha256
from pathlib import Path

from sphinx.application import Sphinx

AT_ONCE = 2
"""So many drawings stand in the page itself."""
FOLDER = "_figures"
DRAWING = re.compile(
    r'<div class="drawing">(?:<svg.*?</svg>|<div class="wide"><svg.*?</svg>\s*'
    r'</div><div class="phone"><svg.*?</svg>\s*</div>)\s*</div>',
    re.DOTALL,
)
SVG = re.compile(r"(<svg[^>]*)>(.*?)</svg>", re.DOTALL)
STILL = (
    "<noscript><style>svg[data-later] {{ display: none }}</style>"
    '<img alt="" src="{}"></noscript>'
)


def write(app: Sphinx, error: Exception | None) -> None:
    """Take the drawings out of the chapters, once all is written."""
    out = Path(app.outdir)
    for page in [] if error else sorted(out.glob("chapters/*.html")):
        text = page.read_text("utf-8")
        page.write_text(apart(text, out), "utf-8")


def apart(text: str, out: Path) -> str:
    """A page of the folder `chapters`, its later drawings in files of `out`."""
    drawings = list(DRAWING.finditer(text))[AT_ONCE:]
    for found in reversed(drawings):

        def empty(svg: re.Match[str]) -> str:
            return f'{svg[1]} data-later="{file(out, svg[0])}"></svg>'

        inside = SVG.sub(empty, found[0])
        still = STILL.format(file(out, SVG.search(found[0])[0]))
        inside = inside.removesuffix("</div>") + still + "</div>"
        text = text[: found.start()] + inside + text[found.end() :]
    return text


def file(out: Path, svg: str) -> str:
    """The address of a drawing, seen from a chapter."""
    name = f"{FOLDER}/{sha256(svg.encode()).hexdigest()[:16]}.svg"
    path = out / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(svg, "utf-8")
    return f"../{name}"


def setup(app: Sphinx) -> None:
    """Before the pages are made light; with the script that brings them."""
    app.connect("build-finished", write, priority=880)
    app.add_js_file("lazy_figures.js", loading_method="defer")
