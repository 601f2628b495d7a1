"""One matrix for keys and values, or two."""

from attncourse.chapter4 import findings
from attncourse.chapter4.findings.look_up import NAME
from attncourse.experiments import results


def test_two_matrices_need_half_the_width_of_one():
    """And with enough width both serve, in every seed."""
    table = results.load(NAME).table("accuracy")
    for width in (2, 4):
        one = table.where(kind="shared", width=width).column("accuracy")
        two = table.where(kind="separate", width=width).column("accuracy")
        assert max(one) < min(two)
    for kind in ("shared", "separate"):
        wide = table.where(kind=kind, width=8).column("accuracy")
        assert min(wide) > 0.99
    assert "At width 4 one matrix" in findings.look_up.by_width().caption
