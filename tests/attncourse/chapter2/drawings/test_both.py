"""Every word has a state of each direction, and one in the memory."""

from attncourse.chapter2.drawings.both import WORDS, encoder
from tests.attncourse.drawing.toys import said


def test_two_states_and_a_memory_for_each_word():
    labels = said(encoder())
    assert labels.count("\u2192") == labels.count("\u2190") == len(WORDS)
    for i, word in enumerate(WORDS, 1):
        assert word in labels and f"h{i}" in labels
