"""A drawn scene has its things, in their colours, above the grid."""

import pytest

from attnbook.data.scenes import COLOURS
from attnbook.show.diagrams.canvas import Canvas
from attnbook.show.diagrams.chapter3.scene import THINGS, ink, scene


def fills(card):
    """The colours of what is drawn, in order."""
    return [mark.fill for mark in card.marks]


def test_every_thing_is_painted_in_its_colour():
    card = Canvas(100, 100)
    scene(card, 50, 50, 80)
    assert fills(card)[1:] == [ink(thing.colour) for thing in THINGS]


def test_colours_are_those_of_the_scenes():
    for name, parts in COLOURS.items():
        numbers = [int(ink(name)[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        assert numbers == pytest.approx(parts, abs=0.002)
