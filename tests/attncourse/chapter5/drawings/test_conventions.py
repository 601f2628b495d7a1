"""Words as rows and words as columns: the same numbers, turned."""

import pytest
import torch

from attncourse.chapter5.drawings.conventions import COLUMNS, ROWS, SIZES


def sides(step):
    return [thing.split()[0] for thing in step[1]]


@pytest.mark.parametrize("steps", [ROWS, COLUMNS])
def test_two_matrices_of_a_step_make_the_third(steps):
    for step in steps:
        (a, b), (c, d), made = sides(step)
        assert b == c and made == a + d


def test_both_conventions_give_the_same_numbers():
    generator = torch.Generator().manual_seed(0)
    T, D, K, V = (SIZES[letter] for letter in "TDKV")
    X, W_q, W_k, W_v = (
        torch.randn(size, generator=generator, dtype=torch.float64)
        for size in ((T, D), (D, K), (D, K), (D, V))
    )
    rows = (X @ W_q @ (X @ W_k).T).softmax(1) @ (X @ W_v)
    Q, keys, values = (W.T @ X.T for W in (W_q, W_k, W_v))
    columns = values @ (keys.T @ Q).softmax(0)
    torch.testing.assert_close(columns.T, rows)
