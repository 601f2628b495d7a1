"""One head mixes two answers, two heads keep them apart."""

import torch

from attncourse.chapter5.drawings.two_names import (
    ASKED,
    BALLS,
    COLOURS,
    head,
    swapped,
)


def test_one_head_does_not_see_the_swap_and_two_heads_do():
    both = head(ASKED).colours
    torch.testing.assert_close(head(ASKED, swapped()).colours, both)
    for balls in (BALLS, swapped()):
        for name in ASKED:
            found = head((name,), balls).colours
            assert COLOURS[int(found.argmax())] == dict(balls)[name]
            assert found.max() > 0.9
