"""What a caption owes its reader, in words."""

import pytest

from attncourse.chapter8 import findings
from attncourse.experiments import caveats
from attncourse.experiments.results import Curve, Table
from tests.attncourse.experiments.stored import altered, put


def test_a_run_that_is_cut_changes_the_words(monkeypatch):
    made = findings.pretraining.parts
    assert "cut while it still fell (LoRA)" in made().caption
    altered(monkeypatch, "pretraining", put("scores", "cut", False))
    assert "stops falling." in made().caption
    assert "cut" not in made().caption


def test_until():
    rows = [{"n": n, "cut": cut} for n, cut in (("a", 0), ("b", 1), ("b", 1))]
    rows += [{"n": "c", "cut": cut} for cut in (True, False)]
    told = caveats.until(rows, lambda row: row["n"])
    assert told == (
        "until the validation loss stops falling, or cut while it still fell "
        "(b and 1 of 2 runs with c)"
    )


def test_unfinished():
    rows = [{"epoch": 9}, {"epoch": 10}]
    assert caveats.unfinished(rows, 10).startswith("In 1 of 2 runs the last")
    assert caveats.unfinished(rows, 11).startswith("In no run")


def test_falling(monkeypatch):
    made = findings.shannon.bits
    assert "both sides still fell at its last epoch." in made().caption
    lower = put("epochs", "validation", 1.0, epoch=9)
    altered(monkeypatch, "masked-captions", lower)
    assert "still fell" not in made().caption


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


def test_a_mean_of_scattered_seeds_has_its_range():
    assert caveats.mean([0.003, 0.004, 1.507]) == "0.50 (0.00 to 1.51)"
    assert caveats.mean([0.8, 0.9]) == pytest.approx(0.85)
    assert not caveats.scattered([1e-5, 1e-3])
