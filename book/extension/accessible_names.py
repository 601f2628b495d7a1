"""What the theme and docutils leave out, and readers without a mouse or a
screen need.

The arrows that open a chapter's parts in the sidebar have no text: each is
named after its chapter. A fold or a button is named by what is seen on it, for
those who speak to the page: no other label hides that (here, and in
templates/). The entries of the bibliography stand in a list without
being list items: they become list items. Tables may be wider than the page and
scroll: the keyboard can reach them. The empty corner of a table heads nothing:
it becomes a plain cell; a column headed by one letter is named by it. The title
in the sidebar becomes a landmark (templates/), and the excerpts of search
results begin with text (assets/search.js).
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from sphinx.application import Sphinx
from sphinx.config import Config

FOLD = '<summary aria-label="Toggle hidden content">'
EMPTY_HEAD = re.compile(r'<th class="head">\s*(<p>\s*</p>)?\s*</th>')
LETTER_HEAD = re.compile(
    r'(<th class="head"><p><span '
    r'class="math[^"]*")(?=>\\\((\w)\\\)</span></p></th>)'
)


def name_arrows(tree: BeautifulSoup | str) -> BeautifulSoup | str:
    """The sidebar, with a name on every arrow; an empty sidebar is a string."""
    for arrow in (
        [] if isinstance(tree, str) else tree.select("li > details > summary")
    ):
        chapter = arrow.find_parent("li").find("a")
        arrow["aria-label"] = f"Parts of {chapter.get_text(strip=True)}"
    return tree


def after(function: Callable, change: Callable) -> Callable:
    """`function`, its result passed through `change`."""
    return lambda *args, **options: change(function(*args, **options))


def complete(
    app: Sphinx,
    pagename: str,
    template: str,
    context: dict[str, Any],
    doctree: Any,
) -> None:
    """Mend one page, after the theme (priority 500) has prepared it."""
    if "generate_toctree_html" in context:
        context["generate_toctree_html"] = after(
            context["generate_toctree_html"], name_arrows
        )
    if "body" in context:
        body = context["body"].replace(
            'role="doc-biblioentry"', 'role="listitem"'
        )
        body = body.replace(FOLD, "<summary>")
        body = EMPTY_HEAD.sub(
            "<td></td>", body.replace("<table ", '<table tabindex="0" ')
        )
        context["body"] = LETTER_HEAD.sub(
            r'\1 role="math" aria-label="\2"', body
        )
    if pagename == "search":
        # after the theme has loaded what it changes
        app.add_js_file("search.js", loading_method="defer")


def add_templates(app: Sphinx, config: Config) -> None:
    """Let the templates beside this file take the place of the theme's."""
    config.templates_path.insert(0, str(Path(__file__).parent / "templates"))


def setup(app: Sphinx) -> None:
    """Connect to the making of pages."""
    app.connect("config-inited", add_templates)
    app.connect("html-page-context", complete, priority=900)
