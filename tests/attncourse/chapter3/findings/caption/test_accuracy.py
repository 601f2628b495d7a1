"""What attention over a grid brings, and what one vector loses."""

import pytest

from attncourse.chapter3.findings.caption.captioners import NAME
from attncourse.experiments import results


def test_the_difference_is_that_of_the_table():
    whole, *_ = results.load(NAME).table("difference").rows
    scores = results.load(NAME).table("scores").where(split=whole["split"])
    one, other = (
        scores.where(variant=name).column("slots")
        for name in ("attention", "none")
    )
    gain = sum(one) / len(one) - sum(other) / len(other)
    assert whole["value"] == pytest.approx(gain, abs=1e-5)


def test_nine_slots_in_ten_are_right_up_to_four_things():
    table = results.load(NAME).table("by_things").where(variant="attention")
    rows = [row for row in table.rows if row["things"] <= 4]
    filled = sum(row["slots"] * row["things"] * row["scenes"] for row in rows)
    assert filled / sum(row["things"] * row["scenes"] for row in rows) > 0.9
