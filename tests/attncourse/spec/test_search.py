"""Small worlds whose sequences can be counted; beams are in `tests/laws`."""

import math

import pytest

from attncourse import spec
from tests.attncourse.spec.toys import vector
from tests.toys import normal


@pytest.mark.parametrize(("N", "L"), [(2, 1), (2, 5), (3, 4), (5, 2)])
def test_sequences_are_all_there_once(N, L):
    """(N-1)^(l-1) sequences finish at length l, and (N-1)^L never do."""
    found = list(spec.sequences(N, stop=1, L=L))
    assert (
        len(found)
        == len(set(found))
        == sum((N - 1) ** (n - 1) for n in range(1, L + 1)) + (N - 1) ** L
    )
    assert all(1 not in y[:-1] and len(y) <= L for y in found)


def test_probabilities_of_all_sequences_sum_to_one():
    table = normal(3, 3, seed=5).detach().log_softmax(-1)
    total = sum(
        math.exp(spec.log_probability(lambda y: table[(0, *y)[-1]], y))
        for y in spec.sequences(3, 1, 4)
    )
    assert total == pytest.approx(1.0, rel=1e-12)


def test_greedy_can_miss_the_best_sequence():
    """Token 2 first looks best (0.6) but then every path is worth 0.6 / 3;
    token 0 leads to a sure stop.
    """
    rows = {
        (): [0.4, 0.0, 0.6],
        (0,): [0.0, 1.0, 0.0],
        (2,): [1 / 3, 1 / 3, 1 / 3],
    }

    def following(tokens):
        return vector(*rows[tokens]).log()

    assert spec.greedy(following, stop=1, L=2)[0] == 2
    tokens, score = spec.exhaustive(following, N=3, stop=1, L=2)
    assert tokens == (0, 1)
    assert score == pytest.approx(math.log(0.4), rel=1e-12)


def test_length_normalisation_changes_what_is_best():
    """Stopping at once has p = 0.5; two tokens have p = 0.45, whose root is
    greater.
    """
    rows = {(): [0.5, 0.5], (0,): [0.1, 0.9]}
    best = [
        spec.exhaustive(lambda y: vector(*rows[y]).log(), 2, 1, 2, alpha)[0]
        for alpha in (0.0, 1.0)
    ]
    assert best == [(1,), (0, 1)]
