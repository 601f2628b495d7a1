"""One matrix mixes name and colour, two keep them apart."""

import pytest
import torch

from attncourse.chapter4.drawings.look_up import (
    ASKED,
    COLOURS,
    MEMORY,
    NAMES,
    STRENGTH,
    found,
)


@pytest.mark.parametrize("one", [True, False])
def test_what_is_read_is_attention(one):
    seen = found(one)
    query = torch.zeros(1, len(NAMES), dtype=torch.float64)
    query[0, NAMES.index(ASKED)] = STRENGTH
    read = torch.nn.functional.scaled_dot_product_attention(
        query, seen.keys, seen.values
    )
    torch.testing.assert_close(seen.read, read[0])


def test_two_matrices_find_the_colour_and_one_does_not():
    asked = dict(MEMORY)[ASKED]
    mixed, apart = found(one=True), found(one=False)
    assert COLOURS[int(apart.read.argmax())] == asked
    assert COLOURS[int(mixed.read.argmax())] != asked
    assert torch.equal(mixed.keys, mixed.values)
    for row, (name, colour) in enumerate(MEMORY):
        assert apart.keys[row].argmax() == NAMES.index(name)
        assert apart.values[row].argmax() == COLOURS.index(colour)
