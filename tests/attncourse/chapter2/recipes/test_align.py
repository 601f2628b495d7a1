"""Alignment on phrases, in miniature, and by an oracle."""

import pytest
import torch

from attnbook.data import phrases
from attnbook.models import seq2seq
from attncourse.chapter2.recipes import align
from attncourse.experiments import recipes
from tests.toys import unchecked

ALIGN = recipes.load("align-phrases")


class Oracle:
    """A translator that knows the alignment: one token for each word, all
    weight on the word linked first.
    """

    class tokenizer:  # noqa: N801 (stands where the real one does)
        @staticmethod
        def spans(sentence):
            ends = [i for i, letter in enumerate(sentence) if letter in "' "]
            starts = [0, *[i + 1 for i in ends]]
            stops = [i + (sentence[i] == "'") for i in ends] + [len(sentence)]
            return list(zip(starts, stops, strict=True))

    def __init__(self, test):
        self.by_source = {p.source: p for p in test}

    class model:  # noqa: N801 (the same)
        config = seq2seq.Config(7)

    def weights(self, pairs):
        known = [self.by_source[source] for source, _ in pairs]
        sides = zip(*((p.french, p.english) for p in known), strict=True)
        T, S = (max(map(len, side)) for side in sides)
        weights = torch.zeros(len(known), T, S)
        for i, phrase in enumerate(known):
            for t in range(len(phrase.french)):
                linked = [s for other, s in phrase.alignment if other == t]
                weights[i, t, min(linked)] = 1.0
        return weights

    def translate(self, sources):
        return [self.by_source[source].target for source in sources]


def test_the_true_alignment_makes_hardly_an_error_and_the_diagonal_many():
    """One link for each French word finds every right link but those of words
    with two: nothing wrong is found.
    """
    test = [p for p in phrases.split("test") if "'" not in p.source][:101]
    with unchecked():
        measured = align.measured(Oracle(test), test)
    links = sum(len(p.alignment) for p in test)
    words = sum(len(p.french) for p in test)
    assert measured["bleu"] == pytest.approx(100)
    assert measured["all"] == pytest.approx(1 - 2 * words / (words + links))
    assert align.diagonal(test)["all"] > 2 * measured["all"]
    assert align.diagonal(test)["reordered"] > align.diagonal(test)["in_order"]


def test_reordered_phrases_are_those_whose_links_go_backward():
    train = phrases.split("train")
    assert align.reordered(next(p for p in train if "black dog" in p.source))
    straight = frozenset({(0, 0), (1, 1)})
    assert not align.reordered(phrases.Phrase(("a", "b"), ("x", "y"), straight))


def test_each_score_has_its_translator():
    for case in ALIGN.cases():
        assert ALIGN.fresh(case, 1).config.attention == case["attention"]
