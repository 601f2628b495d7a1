"""One matrix mixes name and colour, two keep them apart."""

import torch

from attncourse.chapter4.drawings.look_up import (
    ASKED,
    COLOURS,
    MEMORY,
    NAMES,
    found,
)


def test_two_matrices_find_the_colour_and_one_does_not():
    asked = dict(MEMORY)[ASKED]
    mixed, apart = found(one=True), found(one=False)
    assert COLOURS[int(apart.read.argmax())] == asked
    assert COLOURS[int(mixed.read.argmax())] != asked
    assert torch.equal(mixed.keys, mixed.values)
    for row, (name, colour) in enumerate(MEMORY):
        assert apart.keys[row].argmax() == NAMES.index(name)
        assert apart.values[row].argmax() == COLOURS.index(colour)
