"""Copying and recall, as measured; each claim fails when its numbers do."""

import pytest

from attnbook import findings
from tests.findings.toys import altered, put


def test_copying_through_one_vector_fails_with_the_length():
    """Nearly perfect at 5 symbols, falling up to 40, near chance at 1000, with
    attention or without.
    """
    text = repr(findings.memory.copy_by_length())
    assert "one context vector: 1.00 at 5, 0.10 at 1000" in text
    assert "with attention: 1.00 at 5, 0.12 at 1000" in text


def test_how_far_each_cell_recalls():
    """An LSTM whose gate starts open recalls farther than PyTorch's."""
    assert "LSTM, gate bias 3" in findings.memory.recall_by_length().caption
    assert "with bias 3 recalls" in findings.memory.gate().caption


@pytest.mark.parametrize(
    ("finding", "change"),
    [
        ("copy_by_length", put("accuracy", "forced", 0.5, length=5, seed=1)),
        (
            "copy_by_length",
            put(
                "accuracy",
                "forced",
                0.9,
                attention="additive",
                length=40,
                seed=2,
            ),
        ),
        ("copy_by_length", put("accuracy", "forced", 0.3, length=1000, seed=3)),
        (
            "copy_running_free",
            put(
                "accuracy", "free", 0.9, attention="additive", length=20, seed=1
            ),
        ),
        (
            "recall_by_length",
            put("accuracy", "accuracy", 0.5, cell="lstm", length=10, seed=1),
        ),
        (
            "gate",
            put("accuracy", "accuracy", 0.1, gate_bias=3, length=100, seed=2),
        ),
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, finding, change
):
    altered(
        monkeypatch,
        "recall-delay"
        if finding in ("recall_by_length", "gate")
        else "copy-length",
        change,
    )
    with pytest.raises(AssertionError, match=r"\w"):
        getattr(findings.memory, finding)()
