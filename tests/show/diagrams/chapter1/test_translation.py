"""Drawings of translation show what the models wrote."""

import pytest

from attnbook import results
from attnbook.show.diagrams.chapter1 import (
    bottleneck,
    encoder_decoder,
    forcing,
    padding,
)
from attnbook.show.diagrams.chapter1.translation import (
    SENTENCE,
    SOURCE,
    clothes,
    two_lines,
)
from tests.show.diagrams.toys import said

MODELS = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")


@pytest.mark.parametrize("model", MODELS)
def test_clothes_stand_in_the_stored_translation(model):
    written = results.load(model).samples["hypotheses"][SENTENCE]
    worn = clothes(model)
    assert len(worn) == len(SOURCE)
    assert all(item in written for item in worn)
    words = " ".join(said(bottleneck())).split()
    assert set(" ".join(worn).split()) <= set(words)


def test_one_vector_loses_and_attention_keeps():
    labels = said(bottleneck())
    kept = [
        sum(
            word in item
            for (_, word, _), item in zip(SOURCE, worn, strict=True)
        )
        for worn in map(clothes, MODELS)
    ]
    assert kept[0] < kept[1] == len(SOURCE)
    assert labels.count("kept") == sum(kept)
    assert labels.count("lost") == len(SOURCE) - kept[0]
    assert f"{kept[0]} of 3 garments" in bottleneck().caption


def test_other_words_give_another_verdict():
    other = tuple((name, "violet", shade) for name, _, shade in SOURCE)
    assert said(bottleneck(other)).count("lost") == 6


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("jean", "jean"),
        ("t-shirt gris", "t-shirt\ngris"),
        ("a b cc", "a b\ncc"),
    ],
)
def test_words_are_cut_near_the_middle(text, lines):
    assert two_lines(text) == lines


def test_each_word_is_read_after_it_is_written():
    labels = said(encoder_decoder())
    assert labels.count("[start]") == labels.count("[stop]") == 1
    assert all(labels.count(word) == 2 for word in ("un", "homme", "dort"))


def test_padding_has_no_states():
    labels = said(padding())
    assert labels.count("[pad]") == 3
    assert sum(label.startswith("h") for label in labels) == 6 + 3
    assert labels.count("last state") == 2


def test_what_is_said_is_fed_only_in_use():
    labels = said(forcing())
    assert labels.count("chien") == 3  # said twice, read once
    assert labels.count("homme") == 2  # the true word, and read once
