"""What one head answers, and what two make easy."""

import pytest

from attncourse.chapter5.findings.relations import NAME
from attncourse.experiments import results


def test_two_questions_take_two_heads_of_the_same_size():
    sizes = results.load(NAME).table("sizes").where(questions=2)
    heads = {
        sizes.where(kind=kind).rows[0]["numbers"]
        for kind in ("1 head", "2 heads", "4 heads")
    }
    assert len(heads) == 1


def test_a_row_alone_knows_when_it_asks_for_itself():
    """One time in six, else it guesses among four."""
    table = results.load(NAME).table("accuracy").where(kind="rows")
    for share in table.column("accuracy"):
        assert share == pytest.approx(1 / 6 + 5 / 6 / 4, abs=0.02)
