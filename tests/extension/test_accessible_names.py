"""What the theme and docutils leave without a name has one on the site."""

from types import SimpleNamespace

from bs4 import BeautifulSoup
from extension import accessible_names

SIDEBAR = """<ul>
<li><a href="1.html"> Chapter 1 </a>
<details><summary><i></i></summary>
<ul><li><a href="e.html">E</a></li></ul></details></li>
<li><a href="2.html">Chapter 2</a></li>
</ul>"""


def complete(context: dict) -> None:
    """The page has been built."""
    accessible_names.complete(
        SimpleNamespace(), "page", "page.html", context, None
    )


def test_a_page_is_completed() -> None:
    """The theme keeps its function, with its options; the bibliography becomes
    a list; the keyboard reaches a table.
    """
    context = {
        "generate_toctree_html": lambda kind, depth: BeautifulSoup(
            SIDEBAR * depth, "html.parser"
        ),
        "body": '<div role="list"><div role="doc-biblioentry">B</div></div>'
        '<table class="table"></table>',
    }
    complete(context)
    tree = context["generate_toctree_html"]("sidebar", depth=2)
    assert len(tree.select("[aria-label]")) == 2
    assert context["body"] == (
        '<div role="list"><div role="listitem">B</div></div>'
        '<table tabindex="0" class="table"></table>'
    )


def test_a_column_is_headed_by_words_or_by_its_letter_or_not_at_all() -> None:
    """What assistive technology cannot read, no cell claims to head; a formula
    of several letters stays as it is.
    """
    empty = '<th class="head"></th><th class="head"><p></p></th>'
    word = '<th class="head"><p>word</p></th>'
    letters = "".join(
        f'<th class="head"><p><span class="math x">\\({tex}\\)</span></p></th>'
        for tex in ("i", "ij")
    )
    context = {"body": empty + word + letters}
    complete(context)
    named = '"math x" role="math" aria-label="i"'
    letters = letters.replace('"math x"', named, 1)
    assert context["body"] == f"<td></td><td></td>{word}{letters}"
