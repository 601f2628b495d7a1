"""The cheapest rows of chapter 4 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

import pytest

from attncourse.chapter4.recipes import bags
from attncourse.experiments import recipes, results
from tests.soak.toys import within


def test_bags_pooled_by_attention() -> None:
    recipe, stored = recipes.load("bags-nine"), results.load("bags-nine")
    rate = min(
        stored.table("search").where(pool="attention", bags=200).rows,
        key=lambda row: row["loss"],
    )["rate"]
    same = {"pool": "attention", "size": 5, "bags": 200}
    model, _ = recipe.fit(same, 1, rate)
    rows = stored.table("accuracy").where(**same).column("accuracy")
    assert within(bags.accuracy(model, recipe.test(5)), rows, least=0.02)


def test_looking_up_with_two_matrices() -> None:
    """The loss that the rate was chosen by; of one seed there is no spread."""
    recipe, stored = recipes.load("look-up"), results.load("look-up")
    for row in stored.table("search").where(kind="separate").rows[:1]:
        case = {"kind": "separate", "width": recipe.searched}
        _, history = recipe.fit(case, 1, row["rate"])
        found = min(each["validation"] for each in history)
        assert found == pytest.approx(row["loss"], rel=0.3)
