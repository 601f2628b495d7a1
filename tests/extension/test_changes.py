"""What is read again and written again when a page has changed."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from extension import changes
from nbformat.v4 import new_markdown_cell

from tests.extension import forms

CELLS = [
    {"id": "title", "cell_type": "markdown", "source": ["# 1. Title"]},
    {"id": "text", "cell_type": "markdown", "source": ["Words."]},
    {"id": "code", "cell_type": "code", "source": ["1 + 1"]},
]
PAGES = {
    *changes.FRONT,
    *("book/claims", "book/library/use", "chapters/01_rnn_seq2seq"),
    *("book/results/chapter1", "book/results/chapter2"),
}


@pytest.mark.parametrize(
    ("cell", "again"),
    [
        (None, set()),
        (0, changes.FRONT),
        (1, set()),
        (2, {"book/library/use", "book/results/chapter1"}),
    ],
)
def test_pages_that_say_what_has_changed_are_read_again(
    cell: int | None, again: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    held = dict.fromkeys(changes.chapters(), CELLS)
    monkeypatch.setattr(changes, "notebook", lambda name: (Path(), held[name]))
    env = SimpleNamespace(found_docs=PAGES)
    every = PAGES - {"book/claims", "chapters/01_rnn_seq2seq"}
    assert {*changes.takers(None, env)} == every, "the first time"
    if cell is not None:
        other = [*CELLS]
        other[cell] = CELLS[cell] | {"source": ["# 1. Another"]}
        held["chapter1"] = other
    assert {*changes.takers(None, env)} == again


def test_a_site_built_again_is_the_site_built_anew(build) -> None:
    """The page that has changed, those that have not, and what is found."""
    parts = ["changes", "figures", "folds", "links", "numbers"]
    parts += ["pruning", "style_bundles"]
    title = new_markdown_cell("# 7. Masks", id="title")
    svg = forms.shown(svg=forms.SVG, text="A.")
    figure = forms.code("svg", "gate()", svg, forms.caption("A *gate*."))
    first = {"a": forms.notebook(title, figure), "b": "# B\n\nText.\n"}
    then = first | {"a": forms.notebook(title)}
    out, _ = build(parts, first)
    assert "Figure 7.1" in out.joinpath("searchindex.js").read_text()
    anew, _ = build(parts, then)
    again, warnings = build(parts, then, out.parent)
    assert (again, warnings) == (out, "")
    for page in ("a.html", "b.html", "index.html"):
        assert (again / page).read_bytes() == (anew / page).read_bytes()
    assert "Figure 7.1" not in out.joinpath("searchindex.js").read_text()
