"""Two things side by side, and what is the same in both."""

import re

from attnbook.show.diagrams.chapter2 import (
    additive_and_linear,
    shuffles,
    wirings,
)
from tests.show.diagrams.toys import said


def test_shuffled_states_same_context_shuffled_words_other_states():
    labels = said(shuffles())
    contexts = [text for text in labels if re.fullmatch(r"0\.\d{3}", text)]
    states = [text for text in labels if re.fullmatch(r"0\.\d{2}", text)]
    assert contexts[:2] == contexts[2:] and len(contexts) == 4
    assert len(states) == 6 and not set(states[:3]) & set(states[3:])
    assert "=" in labels and "\u2260" in labels


def test_scores_have_the_letters_of_the_formulas():
    labels = said(additive_and_linear())
    for letter in ("Wq", "Wk", "tanh", "v\u22a4", "wq", "wk"):
        assert labels.count(letter) == 1
    assert labels.count("et,i") == labels.count("st\u22121") == 2


def test_wirings_have_the_same_parts():
    labels = said(wirings())
    assert {"Bahdanau", "Luong"} < set(labels)
    assert all(
        labels.count(label) == 2
        for label in set(labels) - {"Bahdanau", "Luong"}
    )
