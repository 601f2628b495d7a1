"""One style sheet for a page, instead of two dozen, each of which a browser
waits for before it shows anything.
"""

import re
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

from sphinx.application import Sphinx

LINK = re.compile(
    r'<link(?=[^>]*rel="stylesheet")[^>]*href="([^"?:]+)[^"]*"[^>]*>\s*'
)
URL = re.compile(r"""url\((["']?)(?!data:|#|/|\w+:)([^)"']+)\1\)""")
IMPORT = re.compile(r"""@import\s*["']([^"']+)["'];""")
FOLDER = "_static"


def join_all(app: Sphinx, error: Exception | None) -> None:
    """In every page put one sheet in the place of all."""
    if error or app.builder.format != "html":
        return
    out = Path(app.outdir)
    for old in out.glob(f"{FOLDER}/all.*.css"):
        old.unlink()
    made: dict[tuple[str, ...], str] = {}
    for page in out.rglob("*.html"):
        folder = page.parent.relative_to(out).as_posix()
        if folder.startswith(FOLDER):  # a template of the theme
            continue
        text = page.read_text("utf-8")
        names = tuple(normpath(join(folder, n)) for n in LINK.findall(text))
        if len(names) > 1:
            made[names] = made.get(names) or write(out, names)
            up = "../" * (len(page.relative_to(out).parts) - 1)
            one = f'<link rel="stylesheet" href="{up}{made[names]}" />\n'
            first = LINK.search(text)
            rest = LINK.sub("", text[first.end() :]) if first else ""
            whole = text[: first.start()] + one + rest if first else text
            page.write_text(whole, "utf-8")
    for name in {name for names in made for name in names}:
        (out / name).unlink()


def write(out: Path, names: tuple[str, ...]) -> str:
    """The sheets as one, in their order; its name."""
    text = "\n".join(read(out, name) for name in names)
    name = f"{FOLDER}/all.{sha256(text.encode()).hexdigest()[:8]}.css"
    (out / name).write_text(text, "utf-8")
    return name


def read(out: Path, name: str) -> str:
    """A sheet with those that it imports, whose files are found from the folder
    of all.
    """

    def path(relative: str) -> str:
        return normpath(join(dirname(name), relative))

    def place(found: re.Match[str]) -> str:
        return f"url({path(found[2]).removeprefix(f'{FOLDER}/')})"

    text = URL.sub(place, (out / name).read_text("utf-8"))
    return IMPORT.sub(lambda found: read(out, path(found[1])), text)


def setup(app: Sphinx) -> None:
    """After all sheets are what they will be."""
    app.connect("build-finished", join_all, priority=990)
