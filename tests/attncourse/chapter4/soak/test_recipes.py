"""The cheapest rows of chapter 4 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from attncourse.experiments import recipes, results
from tests.soak.toys import check_again, within


def test_bags_pooled_by_attention() -> None:
    case = {"pool": "attention"}
    check_again("bags-nine", case, "accuracy", "accuracy", 0.02)


def test_looking_up_with_two_matrices() -> None:
    case = {"kind": "separate", "width": 4}
    check_again("look-up", case, "accuracy", "accuracy", 0.02)


def test_looking_up_without_the_root() -> None:
    recipe, stored = recipes.load("look-up-root"), results.load("look-up-root")
    rows = stored.table("speed").where(root=0, rate=0.01).column("updates")
    found = recipe.trained(recipe.fresh(1, root=False), 0.01, 1)
    assert within(found["updates"], rows, 20)
