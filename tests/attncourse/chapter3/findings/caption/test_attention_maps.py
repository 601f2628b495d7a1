"""Whether captioners look where they name."""

from attncourse.chapter3 import findings
from attncourse.chapter3.findings.caption.captioners import NAME, OBJECTS
from attncourse.experiments import results


def test_the_finger_points_at_the_object():
    """Nine words in ten on both splits, in every seed."""
    table = results.load(OBJECTS).table("pointing").where(variant="attention")
    assert min(table.column("share")) > 0.88
    assert "would hit 26%" in findings.caption.pointing().caption


def test_nearly_all_misses_lie_beside_the_box():
    """Of both kinds of words, in every seed, at most half a place from it."""
    table = results.load(NAME).table("pointing").where(variant="attention")
    assert min(table.column("near")) > 0.95
