"""What attention brings, as measured, and computed again from the stored
translations.
"""

import pytest

from attnbook.data import translation
from attnbook.metrics.bleu import bootstrap
from attncourse.chapter1 import findings
from attncourse.chapter1.recipes import compare
from attncourse.experiments import recipes, results
from tests.toys import real_data

pytestmark = pytest.mark.long

FIRST, SECOND = "translate-en-fr-bahdanau", "translate-en-fr-seq2seq"


def test_attention_brings_more_on_long_sentences():
    """Every interval lies above zero, and the gap is largest for the longest
    sentences.
    """
    assert (
        "Attention adds 16.45 BLEU [15.04, 17.89]"
        in findings.compare.difference().caption
    )
    assert "20+" in repr(findings.compare.by_length())


def test_most_of_the_drift_is_words_that_have_moved():
    """With both models; the counts are of references that reach the end."""
    for name in (FIRST, SECOND):
        assert "The 722 test sentences" in findings.compare.drift(name).caption


def test_the_opening_loses_colours_through_one_vector():
    """The marked words are those that the reference has not."""
    found = findings.compare.opening()
    assert "one context vector 2 of 5, with attention 5 of 5" in found.caption
    text = repr(found)
    assert "[moto marron ,]" in text
    assert "gilet de s\u00e9curit\u00e9 vert fluo" in text


def test_cases_are_chosen_by_rank():
    """The same three sentences for one model and for both."""
    assert (
        findings.compare.cases(SECOND).caption
        == findings.compare.cases().caption
    )
    assert repr(findings.compare.cases()).count("with attention") == 3


@real_data
def test_every_stored_difference_is_computed_from_the_stored_translations():
    """Each row of the comparison, the interval included, follows from the two
    results.
    """
    recipe = recipes.load("compare-en-fr")
    stored = results.load("compare-en-fr")
    sources, references = map(
        list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    )
    sides = [
        results.load(name).samples["hypotheses"] for name in (FIRST, SECOND)
    ]
    for row in stored.tables["difference"]:
        chosen = [
            i
            for i, s in enumerate(sources)
            if row["shortest"] <= len(s.split()) <= row["longest"]
        ]
        assert len(chosen) == row["sentences"]
        again = bootstrap(
            *([x[i] for i in chosen] for x in (*sides, references)),
            recipe.resamples,
        )
        assert [row["difference"], row["low"], row["high"]] == pytest.approx(
            list(again), abs=1e-4
        )


@real_data
def test_the_stored_baselines_are_computed_again():
    recipe = recipes.load("compare-en-fr")
    stored = results.load("compare-en-fr")
    sources, references = map(
        list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    )
    for row, again in zip(
        stored.tables["baselines"],
        compare.baselines(recipe, sources, references),
        strict=True,
    ):
        assert row | {"bleu": 0} == again | {"bleu": 0}
        assert row["bleu"] == pytest.approx(again["bleu"], rel=1e-5)
