"""What a caption owes its reader, in words."""

from types import SimpleNamespace

import pytest

from attncourse.experiments import caveats
from attncourse.experiments.results import Curve, Table


def test_unfinished():
    rows = [{"epoch": 9}, {"epoch": 10}]
    assert caveats.unfinished(rows, 10).startswith("In 1 of 2 runs the last")
    assert caveats.unfinished(rows, 11).startswith("In no run")


def test_falling():
    def told(*losses):
        rows = [{"validation": loss} for loss in losses]
        stored = SimpleNamespace(table=lambda name: Table(name, rows))
        return caveats.falling("it", stored)

    assert told(2.0, 1.0) == (
        " The validation loss of it still fell at its last epoch."
    )
    assert told(1.0, 2.0) == ""


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


def test_meet():
    low, high = (
        Curve([1, 9], [], [0, 3], [1, 4]),
        Curve([1, 9], [], [2, 4], [3, 5]),
    )
    assert caveats.meet(low, high) == caveats.meet(high, low)
    assert caveats.meet(low, high).endswith("do not overlap at 1")
    assert caveats.meet(low, low).endswith("overlap everywhere")


def test_scattered():
    assert caveats.scattered([0.003, 0.004, 1.507])
    assert not caveats.scattered([1e-5, 1e-3])
