"""Two systems and two baselines on the same sentences."""

from dataclasses import replace

import pytest
import torch
from torch.nn import functional as F

from attnbook import pretrained
from attnbook.data import translation
from attncourse.chapter1.recipes import compare
from attncourse.experiments import recipes
from attncourse.experiments.results import Table
from tests.toys import unchecked

COMPARE = recipes.load("compare-en-fr")


def sides(split):
    """The sources and the references of the corpus."""
    pairs = translation.load("multi30k", "en-fr", split)
    return map(list, zip(*pairs, strict=True))


def test_the_nearest_sentence_is_the_sentence_itself_when_it_is_known(
    workspace,
):
    rows = compare.baselines(COMPARE, *sides("train"))
    table = Table("baselines", rows).where(baseline="nearest training sentence")
    scores = table.column("bleu")
    assert scores == pytest.approx([100] * len(scores))


def test_drift_of_a_model_that_is_right_in_the_wrong_place():
    """A word too many at the start: nothing stands where it should."""
    said = "deux chats dorment dans la rue."

    class Late:
        """Says one word first, and then what the reference says."""

        tokenizer = pretrained.load("translate-en-fr-seq2seq").tokenizer
        answer = torch.tensor([tokenizer.encode(said)])

        def translate(self, sources):
            return [f"oui {said}" for _ in sources]

        def model(self, source, fed):
            return F.one_hot(self.answer, 5000).float()

    recipe = replace(COMPARE, positions=5)
    with unchecked():
        rows = compare.drift(recipe, Late(), ["two cats"], [said])
    assert [row["forced"] for row in rows] == [1.0] * 5
    assert [row["found"] for row in rows] == [1.0] * 5
    assert [row["free"] for row in rows] == [0.0] * 5
    assert rows[-1]["sentences"] == 1


def test_cases_are_the_opening_and_the_quantiles():
    sources = [f"a b c {i}" for i in range(11)]
    references = ["w x y z"] * 11
    outputs = [f"w x y {'z' * (i == 10)}" for i in range(11)]
    recipe = replace(COMPARE, words=3, opening=10, cases=(0.0, 0.5))
    first, *chosen = compare.cases(
        recipe, sources, references, references, outputs
    )
    assert (first["sentence"], first["rank"], first["of"]) == (10, 11, 11)
    assert [case["rank"] for case in chosen] == [1, 6]
    assert first["first"] == "w x y z"
