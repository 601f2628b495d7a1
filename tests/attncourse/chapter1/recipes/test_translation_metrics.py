"""Sentences are grouped and chosen by their length."""

from attncourse.chapter1.recipes import translation_metrics
from attncourse.chapter1.recipes.translate import BAHDANAU


def test_lengths_share_out_all_sentences():
    sources = ["one two", "a b c d e f g h i", " ".join("x" * 30)]
    groups = translation_metrics.length_groups(BAHDANAU.lengths, sources)
    assert groups == {
        (1, 8): [0],
        (9, 11): [1],
        (12, 14): [],
        (15, 19): [],
        (20, 99): [2],
    }


def test_what_is_drawn_is_chosen_by_length_alone():
    sources = [" ".join("w" * n) for n in (3, 8, 14, 15, 9, 10)]
    assert translation_metrics.middle_lengths(sources) == [1, 2, 4, 5]
