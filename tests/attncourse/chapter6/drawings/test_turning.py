"""The drawn pairs turn as the library's do, and their product knows the
distance alone.
"""

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings.turning import (
    BASE,
    PAIRS,
    PLACES,
    product,
    turned,
)


@pytest.mark.parametrize("place", [0, 1, 8, 100])
def test_a_pair_turns_as_in_the_library(place: int) -> None:
    _, pair = PAIRS["query"]
    row = torch.tensor([[[[0.0, 0.0, *pair]]]], dtype=torch.float64)
    found = positions.rotary(row, place, base=BASE)[0, 0, 0, 2:].tolist()
    assert turned(pair, place) == pytest.approx(found)


def test_the_product_knows_the_distance_alone() -> None:
    left, right = PLACES
    assert left[0] - left[1] == right[0] - right[1]
    assert product(left) == pytest.approx(product(right))
    assert product((3, 2)) != pytest.approx(product(left))
