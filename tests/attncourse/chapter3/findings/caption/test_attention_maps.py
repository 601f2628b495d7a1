"""Whether captioners look where they name, and what a change does to it."""

from attncourse.chapter3 import findings
from attncourse.chapter3.findings.caption.captioners import NAME
from attncourse.experiments import results


def test_the_finger_points_at_the_thing():
    """Eight words in ten on both splits, seven in every seed."""
    table = results.load(NAME).table("pointing").where(variant="attention")
    assert min(table.column("share")) > 0.7
    for split in ("test", "held"):
        shares = table.where(split=split).column("share")
        assert sum(shares) / len(shares) > 0.8
    assert "0.06 of the boxes" in findings.caption.pointing().caption


def test_nearly_all_misses_lie_beside_the_box():
    """Of both kinds of words, in every seed, at most half a place from it."""
    table = results.load(NAME).table("pointing").where(variant="attention")
    assert min(table.column("near")) > 0.95


def test_two_seeds_miss_more_than_a_quarter_of_the_colour_words():
    """On new combinations; the first seed, which is shipped, does not."""
    table = results.load(NAME).table("pointing")
    looks = table.where(variant="attention", split="held", word="colour")
    first, *others = looks.column("share")
    assert len(others) == 2
    assert max(others) < 0.75 < first


def test_the_penalty_blurs():
    """The largest weight is less than half as large, in every seed."""
    table = results.load(NAME).table("pointing")
    plain = table.where(variant="attention").column("peak")
    blurred = table.where(variant="attention-stochastic").column("peak")
    assert max(blurred) < min(plain) / 2
