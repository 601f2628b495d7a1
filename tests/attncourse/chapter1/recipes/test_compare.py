"""Two systems on the same sentences."""

from dataclasses import replace

import torch
from torch.nn import functional as F

from attnbook import pretrained
from attncourse.chapter1.recipes import compare
from attncourse.experiments import recipes
from tests.toys import unchecked

COMPARE = recipes.load("compare-en-fr")


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
        rows = compare.drift(recipe, Late(), ["two cats"] * 2, [said] * 2)
    wanted = {"forced": 1.0, "found": 1.0, "free": 0.0, "chance": 1.0}
    for row in rows:
        assert {name: row[name] for name in compare.DRIFT} == wanted
    assert rows[-1]["sentences"] == 2


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
