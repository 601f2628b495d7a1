"""What is true of every drawing, whatever it draws."""

import io
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from house import house
from PIL import Image

from attncourse import course
from attncourse.drawing import drawings, render
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import finish
from attncourse.drawing.letters import Span, advance
from attncourse.figures import style
from attncourse.rooms import chapters

SVG = "{http://www.w3.org/2000/svg}"
ALL = {
    f"{chapter}.{name}": drawing
    for chapter in chapters()
    for name, drawing in drawings(f"attncourse.{chapter}.drawings").items()
}
ALL["course.course_map"] = lambda: course.course_map(1)
ALL["house"] = house
PHONE = 334  # what a phone of 390 pixels leaves a drawing
each = pytest.mark.parametrize("name", ALL)


@cache
def drawn(name):
    return ALL[name]()


def labels(drawing):
    """Left, top, right and bottom of every label, its text, its size."""
    found = []
    whole = ET.fromstring(drawing.svg)
    for text in whole.iter(f"{SVG}text"):
        x, y, size = (float(text.get(k)) for k in ("x", "y", "font-size"))
        wide = sum(
            advance(
                Span(
                    run.text,
                    bold=run.get("font-weight") == "700",
                    italic=run.get("font-style") == "italic",
                ),
                float(run.get("font-size", size)),
            )
            for run in text
        )
        part = {"start": 0.0, "middle": 0.5, "end": 1.0}
        anchor = text.get("text-anchor") or whole.get("text-anchor")
        left = x - part[anchor] * wide
        box = (left, y - 0.75 * size, left + wide, y + 0.2 * size)
        found.append((box, "".join(text.itertext()), size))
    return found


def test_the_same_bytes_each_time():
    one, other = ALL["chapter4.bag"](), drawn("chapter4.bag")
    assert (one, one.svg, one.png) == (other, other.svg, other.png)


@each
def test_labels_lie_on_the_card_and_apart(name):
    drawing = drawn(name)
    _, _, width, height = map(
        float, ET.fromstring(drawing.svg).get("viewBox").split()
    )
    found = labels(drawing)
    for (left, top, right, bottom), label, _ in found:
        assert left >= 0 and right <= width, f"{label!r}: {left} to {right}"
        assert top >= 0 and bottom <= height, f"{label!r}: {top} to {bottom}"
    for k, (a, label, _) in enumerate(found):
        for b, other, _ in found[:k]:
            apart = a[0] >= b[2] or b[0] >= a[2] or a[1] >= b[3] or b[1] >= a[3]
            assert apart, f"{label!r} lies on {other!r}"


@each
def test_letters_can_be_read_on_a_phone_and_on_a_desk(name):
    drawing = drawn(name)
    width = float(ET.fromstring(drawing.svg).get("viewBox").split()[2])
    smallest = min(size for _, _, size in labels(drawing))
    assert smallest * drawing.width / width >= 13
    assert smallest * PHONE / width >= 11


@each
def test_svg_holds_no_address_no_id_no_script_and_colours_by_name(name):
    text = drawn(name).svg
    assert re.findall(r"https?:[^\"' ]*", text) == [
        "http://www.w3.org/2000/svg"
    ]
    tags = {element.tag for element in ET.fromstring(text).iter()}
    assert tags == {f"{SVG}{name}" for name in ("svg", "path", "text", "tspan")}
    assert not re.search(r"\s(id|href|onload)=", text)
    assert set(re.findall(r"var\(--(\w+)", text)) <= set(style.COLOURS)


@each
def test_texts_say_something(name):
    drawing = drawn(name)
    assert len(drawing.alt.split()) > 12 and drawing.alt.endswith(".")
    assert len(drawing.caption.split()) > 5
    assert drawing.caption.endswith((".", ".)"))
    assert drawing.alt in repr(drawing) and "\n" not in drawing.alt
    root = ET.fromstring(drawing.svg)
    assert root.get("aria-label") == drawing.alt


@pytest.mark.parametrize("name", [name for name in ALL if "idea" in name])
def test_the_picture_is_as_wide_as_it_says(name):
    drawing = drawn(name)
    width = Image.open(io.BytesIO(drawing.png)).width
    assert drawing.width == round(width / style.DENSITY * render.SCALE)
    assert len(drawing.png) < 60_000


def test_it_shows_itself_then_its_caption(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "attncourse.drawing.drawing.display",
        lambda thing, **more: shown.append((thing, more)),
    )
    drawing = drawn("chapter1.gate")
    drawing._ipython_display_()
    (forms, more), (caption, _) = shown
    assert more["raw"] and more["metadata"] == {
        "image/png": {"width": drawing.width}
    }
    assert forms == {
        "image/svg+xml": drawing.svg,
        "image/png": drawing.png,
        "text/plain": drawing.alt,
    }
    assert caption.data == drawing.caption


def test_texts_are_on_one_line_and_never_empty():
    card = Canvas(10, 10)
    drawing = finish(card, " What\n  it shows. ", "Its\npoint.")
    assert (drawing.alt, drawing.caption) == ("What it shows.", "Its point.")
    with pytest.raises(ValueError, match="alt=''"):
        finish(card, " \n", "Its point.")
    with pytest.raises(ValueError, match="caption=''"):
        finish(card, "What it shows.", "")
