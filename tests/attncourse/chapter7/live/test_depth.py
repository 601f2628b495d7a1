"""The figure of stacked layers keeps what was measured."""

import math
from itertools import product

from attncourse.chapter7.live.depth import PARTS, LiveDepth

WORDS = ["one", "two", "three"]


def choice(parts, **changes):
    """Three depths of three words, which come closer."""
    pairs = [[0.5, 0.0, -0.5], [0.9, 0.8, 0.7], [1, 1, 0.99999]]
    made = {"pairs": pairs, "cosine": [0.1, 0.81234, 1.0]}
    made |= {"losses": {1: 0.12345, 2: math.log(3)}}
    return dict(zip(PARTS, parts, strict=True)) | made | changes


CHOICES = [choice(parts) for parts in product((False, True), repeat=3)]


def figure(choices=CHOICES, **traits):
    return LiveDepth(WORDS, choices, math.log(3), **traits)


def test_it_keeps_angles_in_degrees():
    assert figure().choices[0]["angles"][0] == [60, 90, 120]
    assert figure().choices[0]["angles"][2] == [0, 0, 0]


def test_its_picture_has_a_row_for_each_choice():
    text = figure().still().alt
    assert "around attention: " not in text
    for name in ("nothing", "residual", "residual, norm, feed-forward"):
        assert f"{name}, 1.00 at 2" in text
