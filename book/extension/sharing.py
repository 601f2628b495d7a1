"""How the site is found, and what is seen of a page that is shared: its
description and its picture, the canonical address, a sitemap, and a page for an
address that is none.

All but the description needs the address of the site, which is made from that
of the repository; as long as nobody owns it, that is left out.
"""

import html
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx.application import Sphinx

from attncourse.drawing import render
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing
from attncourse.drawing.shapes import Path as Outline
from attncourse.drawing.shapes import Text
from attncourse.rooms import chapters
from extension.cards import told

NOBODY = "OWNER"
FOLDER = "_static/shared"
OTHERS = "sphinxext.opengraph", "sphinx_sitemap", "notfound.extension"
TITLE = "Attention and Transformers"
SENTENCE, SAID = 40, 197
"""Letters of a paragraph that is a sentence, and of a description."""
WIDE, HIGH = 400, 210
"""The shape that sites show of a link, 1.9 to 1."""
TALL, LEFT, TOP = 22, 82, 54
"""The letters of the title; where the drawing begins."""


def address(repository: str) -> str:
    """Where GitHub publishes the pages of a repository; "" for nobody's."""
    owner, _, name = urlsplit(repository).path.strip("/").partition("/")
    return (
        "" if owner == NOBODY else f"https://{owner.lower()}.github.io/{name}/"
    )


def picture(title: str, drawing: Drawing) -> bytes:
    """The title of a chapter, its small drawing, and what it is a part of."""
    card = Canvas(WIDE, HIGH)
    card.text(WIDE / 2, 26, title, size=TALL, bold=True)
    card.text(WIDE / 2, HIGH - 14, TITLE, colour="muted")
    card.marks += [moved(mark) for mark in drawing.canvas.marks]
    return render.png(card)


def moved(mark: Outline | Text) -> Outline | Text:
    """A mark of the drawing, where it stands on the card."""
    if isinstance(mark, Text):
        return replace(mark, x=mark.x + LEFT, y=mark.y + TOP)
    commands = tuple(
        (code, tuple((x + LEFT, y + TOP) for x, y in points))
        for code, points in mark.commands
    )
    return replace(mark, commands=commands)


def draw(app: Sphinx) -> None:
    """A picture for each chapter."""
    folder = Path(app.outdir, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for name, room in chapters().items():
        file = folder / f"{name}.png"
        title = told(name, room)["title"]
        file.write_bytes(picture(title, room.drawings.idea()))


def choose(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    """A page of a chapter has its picture, any other that of attention."""
    folder, _, name = page.rpartition("/")
    digits = name[:2] if folder.startswith("chapters") else "02"
    file = f"{FOLDER}/chapter{int(digits)}.png"
    context["meta"] = (context.get("meta") or {}) | {
        "og:image": urljoin(app.config.html_baseurl, file),
        "og:image:alt": f"A drawing: {TITLE}",
    }


def describe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    """A page says what it is in its first paragraph that is a sentence."""
    found = doctree.findall(nodes.paragraph) if doctree else ()
    texts = (" ".join(one.astext().split()) for one in found)
    if text := next((text for text in texts if len(text) > SENTENCE), ""):
        short = text if len(text) <= SAID else f"{text[:SAID].rstrip()}..."
        context["metatags"] += (
            f'<meta name="description" content="{html.escape(short)}">\n'
        )


def setup(app: Sphinx) -> None:
    """What other extensions do, where the site has an address."""
    repository = app.config.html_theme_options.get("repository_url", "")
    site = app.config.html_baseurl or address(repository)
    if not repository or not site:
        app.connect("html-page-context", describe)
        return
    app.config.html_baseurl = site
    for name in OTHERS:
        app.setup_extension(name)
    app.config.ogp_site_url = site
    app.config.ogp_social_cards = {"enable": False}
    app.config.sitemap_url_scheme = "{link}"
    app.config.notfound_urls_prefix = urlsplit(site).path
    app.connect("builder-inited", draw)
    app.connect("html-page-context", choose, priority=400)
