"""The cheapest rows of chapter 2 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from attncourse.chapter2.recipes import align
from attncourse.experiments import recipes, results
from tests.soak.toys import within


def test_alignment_by_the_additive_score() -> None:
    recipe = recipes.load("align-phrases")
    table = results.load("align-phrases").table("scores")
    case = {"wiring": "bahdanau", "attention": "additive"}
    stored_runs = results.load("align-phrases").table("runs")
    (rate,) = {*stored_runs.where(chosen=1, **case).column("rate")}
    model, _ = recipe.fit(case, 1, rate)
    (found,) = recipe.measure(model, case, 1)["scores"]
    for column in ("bleu", *align.GROUPS):
        value, stored = found[column], table.where(**case).column(column)
        assert within(value, stored, least=0.05), (
            f"{column}: {value}, stored {stored}"
        )
