"""The cheapest rows of chapter 6 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from attncourse.experiments import recipes, results
from tests.soak.toys import within


@pytest.mark.parametrize(
    ("name", "question", "kind"),
    [
        ("positions", "back", "shaw"),
        ("random-starts", "back", "sinusoidal"),
        ("order-models", "fifth", "sinusoidal"),
        ("calculator", "difference", "sinusoidal"),
    ],
)
def test_positions_are_learned(name, question, kind) -> None:
    recipe = recipes.load(name)
    recipe = getattr(recipe, "trial", recipe)
    case = {"question": question, "kind": kind}
    stored = results.load(name)
    of = "runs" if "runs" in stored.tables else "accuracy"
    rates = stored.table(of).where(**case).rows
    rate = next(row["rate"] for row in rates if row.get("chosen", True))
    model, _ = recipe.fit(case, 1, rate)
    for size in recipe.tested:
        rows = stored.table("accuracy").where(**case, size=size)
        found = recipe.right(model, question, size)
        assert within(found, rows.column("accuracy"), least=0.02)


def test_clocks_are_slowed() -> None:
    recipe = recipes.load("slowed-clocks")
    table = results.load("slowed-clocks").table("accuracy")
    case = {"question": "fifth", "kind": "rotary"}
    rate = table.where(**case).rows[0]["rate"]
    model, _ = recipe.trial.fit(case, 1, rate)
    for row in recipe.asked(model, case, 1):
        of = {key: row[key] for key in ("size", "clocks")}
        rows = table.where(**case, **of)
        assert within(row["accuracy"], rows.column("accuracy"), least=0.05)
