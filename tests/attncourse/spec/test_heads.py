"""Small whole numbers, and sums that can be done in the head. That of several
heads is PyTorch's: `tests/attnbook/test_heads.py`.
"""

import pytest
import torch

from attncourse import spec
from tests.attncourse.spec.toys import vector

X = vector(0, 0, 1, 0, 0, 1).reshape(3, 2)  # three words of width 2


def test_a_kernel_mean_divides_by_the_sum_or_by_the_number():
    keys, values = vector(1, 3).reshape(2, 1), vector(10, 20).reshape(2, 1)
    query = vector(1).reshape(1, 1)
    by_sum = spec.kernel_mean(query, keys, values, spec.dot)
    by_number = spec.kernel_mean(query, keys, values, spec.dot, by_sum=False)
    assert (by_sum.item(), by_number.item()) == (70 / 4, 35)


@pytest.mark.parametrize("gated", [True, False])
def test_mil_pooling_is_a_softmax_over_the_instances(gated):
    bag = vector(0, 0, 50, 50).reshape(2, 2)
    V, w = torch.ones(1, 2, dtype=torch.float64), vector(3).log()
    U = V if gated else None
    torch.testing.assert_close(
        spec.mil_pooling(bag, V, w, U), vector(37.5, 37.5)
    )


def test_a_worked_example_of_two_words():
    """Known from print; there the scores have 3566, the first weights 4784."""
    x = vector(1, 2, 3, 4, 5, 6).reshape(2, 3)
    W_q = vector(1, 3, 2, 2, 3, 1).reshape(3, 2) / 100
    W_k = vector(5, 5, 6, 5, 7, 5).reshape(3, 2) / 100
    W_v = vector(2, 2, 1, 2, 1, 1).reshape(3, 2) / 100
    q, k, v = x @ W_q, x @ W_k, x @ W_v
    a = spec.weights(q, k)
    near = {"rtol": 0, "atol": 5e-5}
    torch.testing.assert_close(
        torch.stack(
            [torch.stack([spec.scaled_dot(y, z) for z in k]) for y in q]
        ),
        vector(0.0588, 0.1441, 0.1454, 0.3567).reshape(2, 2),
        **near,
    )
    torch.testing.assert_close(
        a, vector(0.4787, 0.5213, 0.4474, 0.5526).reshape(2, 2), **near
    )
    torch.testing.assert_close(
        spec.attend(q, k, v),
        vector(0.1326, 0.1682, 0.1363, 0.1729).reshape(2, 2),
        **near,
    )


def test_a_worked_example_of_three_words_as_columns():
    """Known from print; there the first query is (10, 18, 15, 19)."""
    X = vector(1, 2, 3, 4, 3, 2, 1, 3, 0, 1, 1, 4).reshape(3, 4).T
    W_q = vector(3, 1, 1, 3, 3, 5, 0, 0, 4, 7, 1, 1, 2, 1, 2, 3).reshape(4, 4)
    W_k = vector(2, 2, 0, 1, 4, 2, 3, 1, 0, 2, 4, 1, 1, 4, 2, 1).reshape(4, 4)
    W_v = vector(1, 3, 2, 4, 2, 0, 1, 1, 3, 1, 3, 4, 2, 1, 1, 0).reshape(4, 4)
    Q, K, V = W_q @ X, W_k @ X, W_v @ X
    assert Q[:, 0].tolist() == [20, 13, 25, 22]
    assert K[:, 0].tolist() == [10, 21, 20, 19]
    assert K[:, 1].tolist() == [13, 22, 11, 16]
    assert spec.dot(Q[:, 0], K[:, 1]) == 1173
    scaled = [spec.scaled_dot(Q[:, 0], k).item() for k in K.T]
    assert scaled == [695.5, 586.5, 353.5]
    assert spec.softmax(vector(*scaled).float()).tolist() == [1, 0, 0]
    out = spec.attend(Q.T, K.T, V.T)
    torch.testing.assert_close(out, V[:, :1].T.expand(3, 4))
    assert V[:, 0].tolist() == [29, 9, 30, 7]


def test_columns_compare_features_and_rows_compare_words():
    """By columns all is transposed, and the softmax runs down."""
    W = vector(1, 2, 0, 1).reshape(2, 2)
    rows = spec.attend(X @ W, X, X)
    x = X.T  # words as columns
    scores = x.T @ (W.T @ x) / 2**0.5  # keys down, queries across
    columns = x @ scores.softmax(0)
    torch.testing.assert_close(columns.T, rows)
    assert (x.T @ x).shape == (3, 3), "words"
    assert (x @ x.T).shape == (2, 2), "features"
    one, other = x[:, 1], x[:, 2]
    assert (one @ other).ndim == 0
    assert torch.outer(one, other).shape == (2, 2), "no dot product"
