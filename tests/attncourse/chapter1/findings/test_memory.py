"""Copying and recall, as measured."""

from attncourse.chapter1 import findings


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
