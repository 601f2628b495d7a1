"""Small whole numbers, and sums that can be done in the head."""

import pytest
import torch

from attnbook import spec
from tests.spec.toys import vector

X = vector(0, 0, 1, 0, 0, 1).reshape(3, 2)  # three words of width 2
ONE, NONE = torch.eye(2, dtype=torch.float64), vector(0, 0)


def copies(bias: float = 0.0) -> spec.Head:
    """A head whose scores are all 0 and whose values are the words."""
    flat = torch.zeros_like(ONE)
    return spec.Head(flat, flat, ONE, NONE, NONE, NONE + bias)


def test_heads_read_apart_and_are_joined_in_order():
    W_o = vector(1, 0, 0, 0, 0, 0, 0, 1).reshape(2, 4)  # first of 1, last of 2
    out = spec.multihead(X, X, [copies(), copies(3)], W_o, vector(0, 10))
    torch.testing.assert_close(out, vector(1 / 3, 40 / 3).expand(3, 2))


def test_a_head_asks_with_its_own_query():
    far = 1e3 * ONE
    head = spec.Head(far, ONE, ONE, NONE, NONE, NONE)
    out = spec.multihead(X, X, [head], ONE, NONE)
    torch.testing.assert_close(out[1:], X[1:])
    torch.testing.assert_close(out[0], X.mean(0))  # equal scores


def test_what_is_hidden_is_not_read():
    mask = torch.eye(3, dtype=torch.bool)
    out = spec.multihead(X, X, [copies()], ONE, NONE, mask)
    torch.testing.assert_close(out, X)


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
