"""The gate holds what was measured."""

import re
from io import BytesIO

from PIL import Image

from attncourse.chapter1.live.gate import GateFigure, sigmoid
from attncourse.figures import style


def row(bias=3, length=100, accuracy=0.5, **more):
    place = {"gate_bias": bias, "length": length}
    return place | {"accuracy": accuracy} | more


def test_rows_of_one_start_are_seeds_of_one_measurement():
    rows = [row(accuracy=a) for a in (0.88, 0.23, 0.1051)]
    figure = GateFigure([row(5, 300, 1), *rows, row(-1, 10, 0.5)])
    assert figure.measured == [
        row(-1, 10, 0.5, low=0.5, high=0.5, seeds=1),
        row(3, 100, 0.405, low=0.105, high=0.88, seeds=3),
        row(5, 300, 1, low=1, high=1, seeds=1),
    ]


def test_its_picture_says_what_is_left_and_what_was_recalled():
    figure = GateFigure([row(0, 100, 0.125), row(3, 100, 1), row(3, 10, 0.7)])
    text = figure.still().alt
    assert f"bias 3: {sigmoid(3.0):.2f} at 1" in text
    assert re.search("recall after 100 steps.*0.12 at 0, 1.00 at 3", text)
    assert "0.70" not in text
    figure.steps = 1000
    assert "recall" not in figure.still().alt


def test_its_picture_is_small_and_still_the_picture():
    still = GateFigure([]).still()
    with Image.open(BytesIO(still.png)) as image:
        assert image.mode == "P", "a palette: a third of the bytes"
        assert still.width == image.width // style.DENSITY
        assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
