"""What a caption owes its reader, in words."""

import pytest

from attncourse.experiments import caveats
from attncourse.experiments.results import Table


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        ((1, 2, 3), "2 for a"),
        ((2, 3, 4), "2, the smallest of 3 tried, for a"),
        ((0, 2), "2, the largest of 2 tried, for a"),
    ],
)
def test_chosen(rates, told):
    rows = [{"kind": "a", "rate": x, "loss": abs(x - 2)} for x in rates]
    assert caveats.chosen(Table("search", rows), "kind", "loss") == told
    rows += [row | {"kind": "b"} for row in rows]
    both = caveats.chosen(Table("search", rows), "kind", "loss")
    assert both == f"{told} and b"
