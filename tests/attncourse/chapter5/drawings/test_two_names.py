"""One head mixes two answers, two heads keep them apart."""

import pytest
import torch

from attncourse.chapter5.drawings.two_names import (
    ASKED,
    BALLS,
    COLOURS,
    NAMES,
    STRENGTH,
    head,
    swapped,
)


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


def test_one_head_does_not_see_the_swap_and_two_heads_do():
    both = head(ASKED).colours
    torch.testing.assert_close(head(ASKED, swapped()).colours, both)
    for balls in (BALLS, swapped()):
        for name in ASKED:
            found = head((name,), balls).colours
            assert COLOURS[int(found.argmax())] == dict(balls)[name]
            assert found.max() > 0.9
