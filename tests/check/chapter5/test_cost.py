"""The check of the cost: other right answers, and sums taken apart."""

import pytest

from attnbook import heads
from attnbook.check.chapter5 import cost
from tests.check.said import said


def counted(T, D, H, K, V):
    """The parameters of the library's layer, without biases."""
    layer = heads.MultiHead(D, H, key_width=K, value_width=V, bias=False)
    learned = sum(p.numel() for p in layer.parameters())
    return [learned, T * learned + T * T * H * (K + V)]


def row_by_row(T, D, H, K, V):
    """One word after the other."""
    word = 2 * H * (D * K + D * V)
    return [
        word,
        sum(word + sum(H * K + H * V for _ in range(T)) for _ in range(T)),
    ]


def factored(T, D, H, K, V):
    """With everything in common before the brackets."""
    width = H * (K + V)
    return [2 * D * width, T * width * (2 * D + T)]


@pytest.mark.parametrize("right", [counted, row_by_row, factored])
def test_every_way_to_count_passes(right, capsys):
    cost(right)
    assert "right in all 4 cases" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("says", "change"),
    [
        (
            "you count nothing. What is missing is 2 D H K",
            lambda n, m, s: [0, m],
        ),
        ("Too much is 1.", lambda n, m, s: [n + 1, m]),
        ("Too much is 2 D.", lambda n, m, s: [n + 2 * s["D"], m]),
        (
            "With T doubled, they must become 0 more",
            lambda n, m, s: [n * s["T"], m],
        ),
        ("Count again, matrix by matrix", lambda n, m, s: [n, m + 2**40 + 1]),
        ("your multiplications are 3481, not 3480", lambda n, m, s: [n, m + 1]),
        ("With D doubled", lambda n, m, s: [n, m + s["D"] ** 5]),
        ("yours are 3.", lambda n, m, s: [n, m, m]),
    ],
)
def test_terms_that_are_missing_or_too_much_are_named(says, change):
    def answer(T, D, H, K, V):
        return change(*factored(T, D, H, K, V), {"T": T, "D": D})

    assert says in said(cost, answer)


def test_an_answer_that_fails_at_other_sizes_is_not_taken_apart():
    def answer(T, D, H, K, V):
        return {(5, 12): [1, 1]}[T, D]

    assert "your parameters are 1, not 576" in said(cost, answer)
