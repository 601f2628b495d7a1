"""The matrix of the drawing moves every position by k, not only the two."""

import pytest
import torch

from attnbook import positions
from attncourse.chapter6.drawings.clocks import BASE, HANDS
from attncourse.chapter6.drawings.rotation import PAIR, STARTS, K, matrix, place


@pytest.mark.parametrize("k", [0, 1, K, 40])
@pytest.mark.parametrize("t", [*STARTS, 0, 100])
def test_one_matrix_moves_every_place_by_k(t, k):
    table = positions.waves(torch.arange(200), 2 * len(HANDS), BASE)
    pairs = table[:, 2 * PAIR : 2 * PAIR + 2]
    torch.testing.assert_close(place(t), pairs[t])
    torch.testing.assert_close(pairs[t] @ matrix(k), pairs[t + k])
