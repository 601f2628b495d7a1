"""Drawings of a chapter come when they are near, and keep their room before."""

from bs4 import BeautifulSoup
from extension import lazy_figures

ONE = (
    '<svg role="img" aria-label="One." width="9" height="5" viewBox="0 0 9 5">'
    '<path d="M0"/></svg>'
)
TWO = ONE.replace("One", "Two")
BOTH = (
    f'<div class="drawing"><div class="wide">{ONE}\n</div>'
    f'<div class="phone">{TWO}\n</div></div>'
)


def test_later_drawings_are_files_of_the_same_size_and_words(tmp_path):
    drawing = f'<div class="drawing">{ONE}</div>'
    text = drawing * lazy_figures.AT_ONCE + f"<p>x</p>{BOTH}<p>y</p>"
    page = BeautifulSoup(lazy_figures.apart(text, tmp_path), "html.parser")
    *first, wide, phone = page.select("svg")
    assert [bool(svg.find("path")) for svg in first] == [
        True
    ] * lazy_figures.AT_ONCE
    for svg, content in ((wide, ONE), (phone, TWO)):
        assert svg.find(True) is None
        path = tmp_path / svg["data-later"].removeprefix("../")
        assert path.read_text() == content
        kept = {name: svg[name] for name in ("width", "height", "viewbox")}
        assert kept == {"width": "9", "height": "5", "viewbox": "0 0 9 5"}
    assert (wide["aria-label"], phone["aria-label"]) == ("One.", "Two.")
    assert [p.text for p in page.select("p")] == ["x", "y"]
    assert page.noscript.img["src"] == wide["data-later"]
