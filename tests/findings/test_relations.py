"""What one head answers, and what it takes two for."""

import pytest

from attnbook import findings, results
from attnbook.findings.relations import NAME
from tests.findings.toys import altered, put


def test_two_questions_take_two_heads_of_the_same_size():
    found = findings.relations.by_heads()
    assert "two heads of half the width" in found.caption
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


def test_the_opening_compares_one_head_with_each_row_alone():
    assert "one question" in findings.relations.opening().caption


@pytest.mark.parametrize(
    ("finding", "change"),
    [
        ("by_heads", put("accuracy", "accuracy", 0.9, kind="1 head")),
        (
            "by_heads",
            put("accuracy", "accuracy", 0.9, kind="1 head", questions=2),
        ),
        ("by_heads", put("accuracy", "accuracy", 0.9, kind="2 heads")),
        ("by_heads", put("accuracy", "accuracy", 0.9, kind="rows")),
        ("opening", put("accuracy", "accuracy", 0.9, kind="rows")),
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, finding, change
):
    altered(monkeypatch, NAME, change)
    with pytest.raises(AssertionError):
        getattr(findings.relations, finding)()
