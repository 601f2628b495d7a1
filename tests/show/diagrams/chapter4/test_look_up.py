"""One matrix mixes name and colour, two keep them apart."""

import pytest
import torch

from attnbook.show.diagrams.chapter4 import asked, look_up
from attnbook.show.diagrams.chapter4.look_up import (
    ASKED,
    COLOURS,
    MEMORY,
    NAMES,
    STRENGTH,
    found,
)
from tests.show.diagrams.toys import said


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


def test_the_task_shows_the_colour_that_is_wanted():
    drawing = asked()
    labels = said(drawing)
    assert {word for row in MEMORY for word in row} <= set(labels)
    assert labels.count(dict(MEMORY)[ASKED]) == 2, "in the memory, as wanted"
    assert f"{ASKED}?" in labels


def test_the_drawing_says_what_is_read():
    drawing = look_up()
    labels = said(drawing)
    for colour, number in zip(COLOURS, found(one=False).read, strict=True):
        assert f"{colour} {number:.2f}" in labels
    assert {"keys hWk", "values hWk", "values hWv"} <= set(labels)
    assert "green is read" in drawing.caption
    assert "red is read" in drawing.caption
