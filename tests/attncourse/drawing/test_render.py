"""Two renderings of one canvas: the same things, the same bytes."""

import io
import re
import xml.etree.ElementTree as ET

import matplotlib
import numpy as np
import pytest
from PIL import Image

from attncourse.drawing import render
from attncourse.drawing.canvas import DASH, Canvas
from attncourse.drawing.render import png, svg
from attncourse.figures import style
from tests.environment import ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def card():
    canvas = Canvas(200, 100)
    one = canvas.box(40, 50, 40, 30, "*s*_{t-1} & <x>", "decoder", dash=DASH)
    canvas.arrow(one, canvas.circle(150, 50, 15, "+", "#52e01f", tint=1))
    return canvas


def test_svg_is_one_element_that_says_what_it_shows(card):
    root = ET.fromstring(svg(card, 'Two "parts" & an arrow.'))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("class") == "diagram"
    assert root.get("aria-label") == 'Two "parts" & an arrow.'
    assert root.get("viewBox") == "0 0 200 100"
    assert float(root.get("width")) == 200 * render.SCALE


def test_colours_are_variables_with_the_colour_on_white(card):
    text = svg(card, "x")
    named = dict(re.findall(r"var\(--(\w+), (#\w+)\)", text))
    assert named == {name: style.COLOURS[name] for name in named}
    assert named.keys() == {"card", "ink", "decoder"}
    assert "fill: #52e01f" in text


def test_letters_are_moved_and_moved_back(card):
    label = ET.fromstring(svg(card, "x")).find(f"{SVG}text")
    assert "".join(label.itertext()) == "st\u22121 & <x>"
    moves = [float(run.get("dy", 0)) for run in label]
    assert moves[0] == 0 < moves[1] == -moves[2]
    assert [run.get("font-weight") for run in label] == ["700", None, None]


def test_the_picture_is_as_large_and_shows_the_same(card):
    picture = Image.open(io.BytesIO(png(card))).convert("RGB")
    density = style.DENSITY
    assert picture.size == (200 * density, 100 * density)
    pixels = np.asarray(picture)
    middle = pixels[int(40 * density), int(150 * density)]
    assert abs(middle.astype(int) - (0x52, 0xE0, 0x1F)).max() < 8
    assert (pixels[:2] == 255).all()


def test_the_readers_settings_have_no_part(card):
    before = png(card), svg(card, "x")
    with matplotlib.rc_context({"font.size": 30, "path.sketch": (3, 9, 1)}):
        assert (png(card), svg(card, "x")) == before


def test_no_coordinate_is_longer_than_a_tenth():
    canvas = Canvas(100, 100)
    canvas.box(100 / 3, 50, 10 / 3, 2)
    assert not re.search(r"\d\.\d\d+,", svg(canvas, "x"))
    assert "-0," not in svg(canvas, "x")


def test_the_dark_theme_names_every_colour():
    page = (ROOT / "book/assets/diagrams.css").read_text("utf-8")
    dark, theme = (set(re.findall(r"--(\w+):", x)) for x in (style.DARK, page))
    assert theme == {"ink", "muted", "card"}
    assert dark | theme == set(style.COLOURS)
