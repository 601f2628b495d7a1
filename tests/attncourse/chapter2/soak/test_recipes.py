"""The cheapest rows of chapter 2 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from attnbook.data import phrases
from attncourse.chapter2.recipes import align
from attncourse.experiments import recipes, results
from tests.soak.toys import within


def test_alignment_by_the_additive_score() -> None:
    recipe = recipes.load("align-phrases")
    table = results.load("align-phrases").table("scores")
    translator, _ = align.fit(recipe, "additive", progress=False)
    found = align.measure(translator, list(phrases.split("test")))
    for column, value in found.items():
        stored = table.where(wiring="bahdanau", attention="additive").column(
            column
        )
        assert within(value, stored, least=0.05), (
            f"{column}: {value}, stored {stored}"
        )
