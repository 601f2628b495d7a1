"""One head mixes two answers, two heads keep them apart."""

import pytest
import torch

from attnbook.show.diagrams.chapter5 import two_names
from attnbook.show.diagrams.chapter5.two_names import (
    ASKED,
    BALLS,
    COLOURS,
    NAMES,
    STRENGTH,
    head,
    swapped,
)
from tests.show.diagrams.toys import said


@pytest.mark.parametrize("asked", [ASKED, ASKED[:1], ASKED[1:]])
def test_what_a_head_reads_is_attention(asked):
    unit = torch.eye(len(NAMES), dtype=torch.float64)
    keys = unit[[NAMES.index(name) for name, _ in BALLS]]
    values = unit[[COLOURS.index(ball) for _, ball in BALLS]]
    query = STRENGTH * unit[[NAMES.index(name) for name in asked]].sum(0)
    expected = torch.nn.functional.scaled_dot_product_attention(
        query[None], keys, values
    )
    torch.testing.assert_close(head(asked).colours, expected[0])


def test_only_the_balls_of_the_asked_are_swapped():
    before, after = dict(BALLS), dict(swapped())
    one, other = ASKED
    assert (after[one], after[other]) == (before[other], before[one])
    rest = set(before) - set(ASKED)
    assert all(after[name] == before[name] for name in rest)


def test_one_head_does_not_see_the_swap_and_two_heads_do():
    both = head(ASKED).colours
    torch.testing.assert_close(head(ASKED, swapped()).colours, both)
    for balls in (BALLS, swapped()):
        for name in ASKED:
            found = head((name,), balls).colours
            assert COLOURS[int(found.argmax())] == dict(balls)[name]
            assert found.max() > 0.9


def test_the_drawing_says_half_and_half():
    drawing = two_names()
    labels = said(drawing)
    for name in ASKED:
        assert labels.count(f"{dict(BALLS)[name]} 0.50") == 2
        assert f"{name}?" in labels
    assert "Ben and Cid swap their balls" in labels
    assert "whose is which is lost" in drawing.caption
