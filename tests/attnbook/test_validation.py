import pytest

from attnbook import validation
from tests.toys import refused


@pytest.mark.parametrize("number", [1, 3, 2.5])
def test_what_lies_between_is_taken(number):
    validation.between(1, 3, count=2, rate=number)


@pytest.mark.parametrize("number", [0.9, 4, -1, float("nan"), float("inf")])
def test_what_lies_outside_is_named(number):
    with refused(rf"^rate must lie in 1 \.\. 3: rate={number}$"):
        validation.between(1, 3, count=2, rate=number)


def test_sizes_below_the_least_are_named_and_none_is_no_size():
    validation.at_least(2, width=2, depth=None)
    with refused("^depth must be at least 2: depth=1$"):
        validation.at_least(2, width=2, depth=1)
