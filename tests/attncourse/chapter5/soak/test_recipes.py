"""The cheapest rows of chapter 5 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from attncourse.experiments import recipes, results
from tests.soak.toys import within


def test_rows_that_ask_each_other_with_one_head() -> None:
    recipe, stored = recipes.load("relations"), results.load("relations")
    same = {"kind": "1 head", "questions": 2}
    search = stored.table("search").where(**same).rows
    rate = min(search, key=lambda row: row["loss"])["rate"]
    model, _ = recipe.fit(same, 1, rate)
    rows = stored.table("accuracy").where(**same).column("accuracy")
    found = recipe.right(model, 2).mean().item()
    assert within(found, rows, least=0.02)
