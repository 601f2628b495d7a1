"""What one head answers, and what two make easy."""

import pytest

from attncourse.chapter5.findings.relations import NAME
from attncourse.experiments import recipes, results
from attncourse.experiments.trials import numbers


def test_two_questions_take_two_heads_of_the_same_size():
    fresh = recipes.load(NAME).fresh
    sizes = {
        numbers(fresh({"kind": kind, "questions": 2}))
        for kind in ("1 head", "2 heads", "4 heads")
    }
    assert len(sizes) == 1


def test_a_row_alone_knows_when_it_asks_for_itself():
    """One time in six, else it guesses among four."""
    table = results.load(NAME).table("accuracy").where(kind="rows")
    for share in table.column("accuracy"):
        assert share == pytest.approx(1 / 6 + 5 / 6 / 4, abs=0.02)
