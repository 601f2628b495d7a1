"""The local Sphinx extension: quotes with labels, badges, download buttons."""

from types import SimpleNamespace

from extension import buttons


def test_each_box_has_its_look(page) -> None:
    """A quote without a label is left as it is."""
    boxes = {
        box.select_one(".admonition-title").get_text(): box["class"][0]
        for box in page.select("div.admonition")
    }
    assert boxes == {
        "Key idea": "key-idea",
        "How it was found": "found",
        "Misconception": "misconception",
        "Prediction": "guess",
    }
    (other,) = page.select("blockquote")
    assert other.strong.get_text() == "bold"


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
