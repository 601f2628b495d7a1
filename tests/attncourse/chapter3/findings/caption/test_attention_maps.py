"""Whether captioners look where they name."""

from attncourse.chapter3 import findings
from attncourse.chapter3.findings.caption.captioners import NAME
from attncourse.experiments import results


def test_the_finger_points_at_the_object():
    """Eight words in ten on both splits, seven in every seed."""
    table = results.load(NAME).table("pointing").where(variant="attention")
    assert min(table.column("share")) > 0.7
    for split in ("test", "held"):
        shares = table.where(split=split).column("share")
        assert sum(shares) / len(shares) > 0.8
    assert "a random point for only 6%" in findings.caption.pointing().caption


def test_nearly_all_misses_lie_beside_the_box():
    """Of both kinds of words, in every seed, at most half a place from it."""
    table = results.load(NAME).table("pointing").where(variant="attention")
    assert min(table.column("near")) > 0.95
