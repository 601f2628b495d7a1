"""A figure is one picture and the text that stands for it: the same bytes every
time, the same words as its data.
"""

import io
import re
import xml.etree.ElementTree as ET

import matplotlib
import numpy as np
import pytest
from PIL import Image

from attncourse.figures import plots, style
from attncourse.figures.figure import Figure, beside, finish, stack

SVG = "{http://www.w3.org/2000/svg}"
LABELS = {
    "xlabel": "time",
    "ylabel": "height",
    "alt": "How it falls.",
    "drawn": "5 at 2, 3 at 7.",
    "title": None,
}


def make(size=(3.0, 2.0), **changes):
    return finish(
        lambda axes: axes.plot([2, 7], [5, 3]),
        (size, (2.0, 2.0)),
        **LABELS | changes,
    )


def test_it_shows_a_picture_and_its_text_and_nothing_else():
    figure = make()
    data, metadata = figure._repr_mimebundle_()
    assert data == {
        "image/svg+xml": figure.svg,
        "image/png": figure.png,
        "text/plain": figure.alt,
    }
    assert repr(figure) == figure.alt
    width = Image.open(io.BytesIO(figure.png)).width
    assert metadata["image/png"]["width"] == figure.width == 300
    assert width == 300 * style.DENSITY
    assert metadata["image/svg+xml"] == {"phone": figure.phone}
    assert ET.fromstring(figure.svg).get("width") == "300"
    assert ET.fromstring(figure.phone).get("width") == "200"


def test_its_text_is_a_sentence_and_what_was_drawn():
    assert (
        make().alt
        == make(alt="How  it\nfalls").alt
        == "How it falls. 5 at 2, 3 at 7."
    )
    assert (
        make(alt="How does it fall?").alt == "How does it fall? 5 at 2, 3 at 7."
    )


def test_the_same_bytes_each_time_without_date_or_version():
    with matplotlib.rc_context({"font.size": 30, "savefig.dpi": 30}):
        other = make()
    assert make() == other
    assert Image.open(io.BytesIO(other.png)).info.keys() <= {"dpi"}


def test_its_svg_stands_in_a_page_without_touching_it():
    """It says its text, takes the page's colours, and brings no name and no
    style that the rest of the page could meet.
    """
    figure = make()
    drawn = ET.fromstring(figure.svg)
    assert drawn.get("aria-label") == figure.alt
    texts = {text.text for text in drawn.iter(f"{SVG}text")}
    assert {"time", "height"} <= texts
    for name in ("ink", "card"):
        assert f"var(--{name}, {style.COLOURS[name]})" in figure.svg
    assert "<style" not in figure.svg
    kept = re.findall(' id="([^"]*)"', figure.svg)
    assert kept
    assert all(figure.svg.count(f"#{name}") for name in kept)


def test_labels_and_alt_text_must_say_something():
    for name in ("xlabel", "ylabel", "alt"):
        with pytest.raises(ValueError, match=f"say something: {name}=' '"):
            make(**{name: " "})
    with pytest.raises(ValueError, match="not repeat a label: alt='BLEU'"):
        make(title="BLEU", alt="BLEU")


def test_a_stack_holds_its_figures_one_below_the_other_and_reads_both():
    one, two = make(), make(alt="The second.")
    both = stack(one, two)
    pixels = [
        np.asarray(Image.open(io.BytesIO(figure.png)).convert("RGB"))
        for figure in (one, two, both)
    ]
    assert np.array_equal(pixels[2], np.concatenate(pixels[:2], axis=0))
    assert both == Figure(both.png, f"{one.alt} {two.alt}", one.width)


def test_figures_beside_each_other_are_outputs_of_their_own(monkeypatch):
    shown = []
    monkeypatch.setattr("attncourse.figures.figure.display", shown.append)
    one, two = make(), make(alt="The second.")
    both = beside(one, two).captioned("Two.")
    both._ipython_display_()
    assert shown[0].figures == (one, two)
    shown[0]._ipython_display_()
    assert shown[2:] == [one, two]
    assert repr(both) == f"{one.alt} {two.alt}\nTwo."


@pytest.mark.parametrize("join", [stack, beside])
def test_no_figures_are_refused(join):
    with pytest.raises(ValueError, match=r"figures=\(\)"):
        join()


def test_a_captioned_figure_shows_itself_and_then_its_caption(monkeypatch):
    shown = []
    monkeypatch.setattr("attncourse.figures.figure.display", shown.append)
    picture = plots.lines([1, 2], {"a": [1, 2]}, xlabel="x", ylabel="y")
    said = picture.captioned("It\n  rises.")
    said._ipython_display_()
    assert shown[0] is said.still is picture
    assert shown[1].data == "It rises."
    assert repr(said) == f"{picture!r}\nIt rises."
    assert picture.alt.startswith("Y against x. Y, a: 1.00 at 1")


def test_no_two_plots_of_a_page_share_a_name():
    """A hatch that is hidden with one plot would be missing in the other."""

    def hatched(alt):
        return plots.bars("a", {"x": [1], "y": [2]}, "a", "b", alt=alt)

    one, two = hatched("One."), hatched("Two.")
    names = [
        set(re.findall(r'id="(h\w+)"', svg))
        for svg in (one.svg, one.phone, two.svg, two.phone)
    ]
    assert all(names)
    assert len(set.union(*names)) == sum(map(len, names))
