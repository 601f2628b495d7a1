"""Set-up and "Going deeper" fold, with no script."""

from docutils import nodes
from extension import folds
from nbformat.v4 import new_output

from tests.extension import forms


def test_neighbouring_set_up_cells_share_one_fold(page) -> None:
    """Each keeps its anchor; letters and other outputs are not among them."""
    (fold,) = page.select("details.set-up")
    assert fold.summary.get_text() == "Set-up"
    anchors = [cell["id"] for cell in fold.select(".cell")]
    assert anchors == ["cell-setup", "cell-imports"]


def test_letters_show_their_fold_alone(page) -> None:
    (cell,) = page.select("#cell-letters")
    assert not cell.select(".cell_input")
    assert [s.get_text() for s in cell("summary")] == ["Notation"]
    assert cell.select_one("details td code").get_text() == "S"


def test_of_a_cell_that_shows_something_the_code_is_folded(shown) -> None:
    picture = forms.shown(png=forms.png(), text="Blue.")
    cell = forms.code("blue", "draw()", picture, tags=("hide-input",))
    page = shown("folds links figures", "# Plain", cell)
    (fold,) = page.select("#cell-blue details.set-up")
    assert fold.summary.get_text() == "Code"
    assert "draw" in fold.get_text() and not fold.select("img")
    (image,) = fold.find_all_next("img")
    assert image["alt"] == "Blue."


def test_the_contents_name_what_is_folded(build) -> None:
    """A heading in a fold is found as any other, by links and by the tree."""
    text = "# A\n\n[x](#going-deeper-b)\n\n## Going deeper: b\n\nc\n"
    out, warnings = build(["folds"], {"a": text})
    assert warnings == ""
    contents = (out / "index.html").read_text()
    assert 'href="a.html#going-deeper-b">Going deeper: b</a>' in contents


def test_a_check_of_one_line_is_that_line(shown) -> None:
    """The code is under it; a check that shows more keeps its output."""
    line = forms.shown(text="'fewer < 3'")
    long = new_output("stream", text="one\ntwo\n")
    cells = [
        forms.code("line", "assert all(x)\n'fewer < 3'", line),
        forms.code("long", "assert all(x)\nprint()", long),
        forms.code("plain", "print(1)\nassert all(x)", line),
    ]
    page = shown("folds links", "# Plain", *cells)
    (fold,) = page.select("#cell-line details.check")
    assert fold.summary.get_text() == "\u2713 fewer < 3"
    assert "assert all(x)" in fold.get_text()
    assert not page.select("#cell-line .cell_output")
    assert page.select("#cell-long .cell_output")
    assert page.select("#cell-plain > .cell_input")


def test_a_figure_without_code_stays_open() -> None:
    """The page leaves the code of a finding out, so nothing is to be folded."""
    output = nodes.container("", classes=["cell_output"])
    cell = nodes.container("", output)
    folds.fold_input(cell)
    assert cell.children == [output]
