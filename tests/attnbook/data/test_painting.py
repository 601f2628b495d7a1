"""Ink where it belongs: counted, measured, mirrored."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnbook.data import painting
from attnbook.data.painting import Thing
from tests.toys import printed

THINGS = st.builds(
    Thing,
    st.sampled_from(tuple(painting.COLOURS)),
    st.sampled_from(painting.SHAPES),
    st.integers(10, 54),
    st.integers(10, 54),
    st.integers(14, 20),
)


def test_nothing_is_a_white_canvas():
    assert torch.equal(painting.image(()), torch.ones(3, 64, 64))


@given(THINGS)
def test_a_thing_has_its_colour_in_the_middle_and_leaves_the_rest_white(thing):
    """All shapes are full in their centre; around them nothing changes."""
    canvas = painting.image([thing])
    middle = canvas[:, thing.y, thing.x].tolist()
    assert middle == pytest.approx(painting.COLOURS[thing.colour])
    rows, columns = (canvas < 1).any(0).nonzero().T
    half = thing.size / 2 + 1
    assert rows.min() >= thing.y - half
    assert rows.max() < thing.y + half
    assert columns.min() >= thing.x - half
    assert columns.max() < thing.x + half


@pytest.mark.parametrize("kind", painting.SHAPES)
def test_the_ink_of_a_shape_is_its_area(kind):
    """To 3%: a circle of diameter 20, a square of 18, a triangle of 20 and
    20, a cross of five squares of a third.
    """
    area = {
        "circle": math.pi * 100,
        "square": 18**2,
        "triangle": 200,
        "cross": 5 * (20 / 3) ** 2,
    }[kind]
    ink = painting.ink(Thing("red", kind, 32, 32, 20))
    assert float(ink.sum()) == pytest.approx(area, rel=0.03)
    assert torch.equal(ink, ink.flip(1))
    upright = kind == "triangle"
    assert torch.equal(ink, ink.flip(0)) != upright
    rows = ink.sum(1)
    assert (rows[5] < rows[10] < rows[15]) == upright, "on its side"


def test_a_digit_is_its_image_made_larger():
    """At 8 pixels, read at the middle of its own pixels, it is itself."""
    images, named = painting.handwritten()
    assert images.shape == (1797, 8, 8)
    assert sorted(set(named.tolist())) == list(range(10))
    for digit in (0, 7, 1796):
        thing = Thing("red", "eight", 32, 32, 8, digit)
        middle = painting.ink(thing)[1:-1, 1:-1]
        expected = (1.25 * images[digit]).clamp(0, 1).float()
        torch.testing.assert_close(middle, expected)


def test_what_is_painted_later_covers():
    """Half of a square lies under another one that is painted later."""
    below = Thing("red", "square", 30, 30, 20)
    above = Thing("blue", "square", 39, 30, 20)
    assert painting.covered([below, above]) == pytest.approx([0.5, 0.0])
    assert painting.covered([above, below]) == pytest.approx([0.5, 0.0])
    assert painting.covered([below, below]) == pytest.approx([1.0, 0.0])
    canvas = painting.image([below, above])
    blue = painting.COLOURS["blue"]
    assert canvas[:, 30, 32].tolist() == pytest.approx(blue)
    assert canvas[:, 30, 25].tolist() == pytest.approx(painting.COLOURS["red"])


def test_drawing_does_not_wait_for_scikit_learn():
    """Its import takes as long as everything else; digits alone need it."""
    script = "import sys, attncourse.drawing, attnbook.data.painting; "
    assert printed(f"{script} print('sklearn' in sys.modules)") == "False\n"
