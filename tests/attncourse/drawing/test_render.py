"""Two renderings of one canvas: the same things, the same bytes."""

import io
import re

import numpy as np
import pytest
from PIL import Image

from attncourse.drawing.canvas import DASH, Canvas
from attncourse.drawing.render import png, svg
from attncourse.figures import style
from tests.environment import ROOT


@pytest.fixture
def card():
    canvas = Canvas(200, 100)
    one = canvas.box(40, 50, 40, 30, "*s*_{t-1} & <x>", "decoder", dash=DASH)
    canvas.arrow(one, canvas.circle(150, 50, 15, "+", "#52e01f", tint=1))
    return canvas


def test_colours_are_variables_with_the_colour_on_white(card):
    text = svg(card, "x")
    named = dict(re.findall(r"var\(--(\w+), (#\w+)\)", text))
    assert named == {name: style.COLOURS[name] for name in named}
    assert named.keys() == {"card", "ink", "decoder"}
    assert "fill: #52e01f" in text


def test_the_picture_is_as_large_and_shows_the_same(card):
    picture = Image.open(io.BytesIO(png(card))).convert("RGB")
    density = style.DENSITY
    assert picture.size == (200 * density, 100 * density)
    pixels = np.asarray(picture)
    middle = pixels[int(40 * density), int(150 * density)]
    assert abs(middle.astype(int) - (0x52, 0xE0, 0x1F)).max() < 8
    assert (pixels[:2] == 255).all()


def test_the_dark_theme_names_every_colour():
    page = (ROOT / "book/assets/diagrams.css").read_text("utf-8")
    dark, theme = (set(re.findall(r"--(\w+):", x)) for x in (style.DARK, page))
    assert theme == {"ink", "muted", "card"}
    assert dark | theme == set(style.COLOURS)
