"""What is said of each translator, and that its numbers are of the stored model
and the stored translations.
"""

import math

import pytest

from attnbook import pretrained
from attnbook.data import translation
from attncourse.chapter1 import findings
from attncourse.chapter1.recipes import translation_metrics
from attncourse.experiments import recipes, results
from tests.toys import real_data

FIRST, SECOND = "translate-en-fr-bahdanau", "translate-en-fr-seq2seq"
each = pytest.mark.parametrize("name", [FIRST, SECOND])


def test_the_recorded_sentences_are_those_of_the_result_files():
    """Text, pieces and weights of both models; then some that wait."""
    stored = {name: results.load(name) for name in (SECOND, FIRST)}
    figure = findings.compare.live().display
    assert [m["name"] for m in figure.models] == list(stored)
    aligned = stored[FIRST].samples["alignments"]
    assert len(figure.examples) > len(aligned)
    for example, record in zip(figure.examples[1:], aligned, strict=False):
        plain, attentive = example["answers"]
        k = stored[FIRST].samples["hypotheses"].index(attentive["text"])
        assert plain["text"] == stored[SECOND].samples["hypotheses"][k]
        assert attentive["target"] == record["target"]
        assert attentive["weights"] == record["weights"]
        assert plain["weights"] is None
        bare = "".join(example["sentence"].split())
        pieces = "".join(record["source"][:-1])
        assert bare == pieces.replace("+", "").replace("▁", "")


@each
def test_single_numbers_follow_from_each_other(name):
    stored = results.load(name)
    assert stored.value("perplexity") == pytest.approx(
        math.exp(stored.value("loss")), rel=1e-5
    )
    assert stored.value("parameters") == sum(
        p.numel() for p in pretrained.load(name).model.parameters()
    )
    kept = stored.table("search").where(dropout=stored.value("dropout")).rows[0]
    # stored as float16
    assert stored.value("validation_bleu") == pytest.approx(
        kept["validation_bleu"], abs=0.2
    )


@real_data
@each
def test_bleu_by_length_follows_from_the_stored_translations(name):
    """Nothing in the result file was typed: every group's score follows from
    its sentences.
    """
    stored, recipe = results.load(name), recipes.load(name)
    sources, references = map(
        list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    )
    again = translation_metrics.by_length(
        recipe.lengths, sources, references, stored.samples["hypotheses"]
    )
    for row, other in zip(stored.tables["by_length"], again, strict=True):
        assert row == pytest.approx(other | {"seed": recipe.seed}, abs=1e-3)
