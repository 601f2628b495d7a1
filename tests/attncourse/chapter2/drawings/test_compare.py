"""Two things side by side, and what is the same in both."""

import re

from attncourse.chapter2.drawings import shuffles
from tests.attncourse.drawing.toys import said


def test_shuffled_states_same_context_shuffled_words_other_states():
    labels = said(shuffles())
    contexts = [text for text in labels if re.fullmatch(r"0\.\d{3}", text)]
    states = [text for text in labels if re.fullmatch(r"0\.\d{2}", text)]
    assert contexts[:2] == contexts[2:] and len(contexts) == 4
    assert len(states) == 6 and not set(states[:3]) & set(states[3:])
    assert "=" in labels and "\u2260" in labels
