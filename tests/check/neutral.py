"""A neutral check: of a function that doubles, and moves."""

import torch

from attnbook.check.checker import Case, Check

ROWS = {"two": [[2.0], [3.0]], "three": [[5.0], [7.0], [11.0]]}


def double(x, shift):
    """The right answer."""
    return 2 * x, x + shift


def case(name):
    """A case of the neutral check."""
    return Case(
        name,
        lambda: {
            "x": torch.tensor(ROWS[name], dtype=torch.float64),
            "shift": 1,
        },
    )


def neutral(*looks, mistakes=()):
    """A check of `double`."""
    return Check(
        name="double",
        takes={"x": "N 1", "shift": ""},
        returns={"twice": "N 1", "moved": "N 1"},
        reference=double,
        cases=(case("two"), case("three")),
        looks=looks,
        mistakes=mistakes,
    )
