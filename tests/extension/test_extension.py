"""The local Sphinx extension: quotes with labels, badges, download buttons."""

from types import SimpleNamespace

import pytest
from docutils import nodes
from extension import admonitions, buttons


def quote(*inline: nodes.Node) -> nodes.block_quote:
    """A quote of one paragraph."""
    return nodes.block_quote("", nodes.paragraph("", "", *inline))


def bold(text: str) -> nodes.strong:
    """Bold text."""
    return nodes.strong("", text)


@pytest.mark.parametrize(
    "given",
    [
        quote(nodes.Text("plain")),
        quote(bold("no colon")),
        quote(nodes.Text("a "), bold("b:")),
        nodes.block_quote(),
    ],
)
def test_other_quotes_stay(given: nodes.block_quote) -> None:
    """A quote without a leading bold label is left as it is."""
    before = given.pformat()
    assert admonitions.take_label(given) is None
    assert given.pformat() == before


def test_each_box_has_its_look(page) -> None:
    boxes = {
        box.select_one(".admonition-title").get_text(): box["class"][0]
        for box in page.select("div.admonition")
    }
    assert boxes == {
        "Key idea": "key-idea",
        "How it was found": "found",
        "Misconception": "misconception",
        "Guess": "guess",
    }


def test_a_link_finds_a_cell_by_its_anchor(page) -> None:
    (link,) = page.select('section > p > a[href="#cell-inside"]')
    assert link.get_text() == "Down"


def offered(name: str) -> list[dict[str, str]]:
    """What the download button of a page offers."""
    theirs = [
        {"type": "link", "url": "_sources/x"},
        {"type": "javascript", "text": ".pdf"},
    ]
    downloads = {"label": "download-buttons", "buttons": theirs}
    context = {
        "header_buttons": [downloads],
        "pathto": lambda x, _: f"../{x}",
    }
    page = (SimpleNamespace(), name, "page.html")
    buttons.replace_downloads(*page, context, None)
    return downloads["buttons"]


def test_downloads() -> None:
    """A notebook page offers the notebook, every page its print; an exercise,
    which holds solutions, is not offered.
    """
    found = offered("book/notation")
    assert found[0]["url"] == "../notebooks/notation.ipynb"
    assert [b["type"] for b in found] == ["link", "javascript"]
    for name in ("book/index", "chapters/exercises/01_rnn_seq2seq"):
        assert [b["type"] for b in offered(name)] == ["javascript"]
