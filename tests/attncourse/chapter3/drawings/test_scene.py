"""The things of a scene have the colours of the real scenes."""

import pytest

from attncourse.chapter3.drawings.scene import ink
from attncourse.chapter3.scenes import COLOURS


def test_colours_are_those_of_the_scenes():
    for name, parts in COLOURS.items():
        numbers = [int(ink(name)[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        assert numbers == pytest.approx(parts, abs=0.002)
