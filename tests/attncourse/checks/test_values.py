"""Values compared and written down."""

import pytest
import torch

from attncourse.checks import formulas
from attncourse.checks.values import apart, close, count, shown

X = torch.tensor([[0.5, 0.0], [1.0, 2.0]]).double()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (X + 1e-12, X, True),
        (X + 1e-8, X, False),
        (0.3 + 1e-8, 0.3, True),
        (0.301, 0.3, False),
        (X[0], X, False),
        ("0.3", 0.3, False),
        (X * torch.nan, X * torch.nan, True),
        ({1, 2}, {2, 1}, True),
        ([1], {1}, False),
    ],
)
def test_rounding_is_no_difference_and_anything_more_is_one(one, other, same):
    assert close(one, other) == same
    assert not close(X + 1e-12, X, exact=True), "where zero must be exact"


def test_the_numbers_of_a_value_are_counted():
    assert (count({1, 2}), count(X), count(3)) == (2, 4, 1)


def test_values_are_written_in_one_line():
    assert shown(X) == "[[0.5, 0], [1, 2]]"
    assert shown(-0.0) == "0"
    assert shown(True) == "True"


@pytest.mark.parametrize("off", [0.1, 1e-6, 2e-9])
def test_as_many_digits_as_it_takes(off):
    found, right = apart(0.5 + off, 0.5)
    assert right == "0.5"
    assert float(found) == pytest.approx(0.5 + off, abs=off / 10)


ENTRY = formulas.Entry(
    {"a": X, "b": X + 1, "size K": 4, "n": 7},
    {"a": ["T", "S"], "b": ["S", "V"], "n": []}.get,
    {"T": 1, "V": 0, "S": 1},
)


def test_an_entry_is_written_with_its_numbers():
    axes = {"a": ["T", "S"], "n": [], "size K": []}
    entry = ENTRY._replace(axes=axes.get)
    assert entry.text("{a} / sqrt({size K}) at {T}") == "2 / sqrt(4) at 1"
    assert entry.sources(("a", "n")) == "a = 2, n = 7"
    written = formulas.share("a", "S")(entry)
    assert written == "exp(2) / (exp(1) + exp(2))"


def test_sums_are_written_term_by_term():
    entry = ENTRY._replace(at={"T": 1, "V": 0})
    assert formulas.dot("a", "b")(entry) == "1 * 1.5 + 2 * 2"
    many = entry._replace(
        values={"a": -torch.ones(2, 9), "b": X.new_ones(9, 1)}
    )
    assert formulas.dot("a", "b")(many) == " + ".join(
        ["(-1) * 1"] * 6 + ["..."]
    )


def test_what_is_hidden_has_no_term_in_a_share():
    blind = torch.full((2, 2), -torch.inf)
    entry = ENTRY._replace(values={"a": blind})
    assert formulas.share("a", "S")(entry) == "everything is hidden"
    blind[1, 0] = 3
    assert formulas.share("a", "S")(entry) == "0 / (exp(3))"
