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
        ("order-models", "fifth", "sinusoidal"),
        ("calculator", "difference", "sinusoidal"),
    ],
)
def test_positions_are_learned(name, question, kind) -> None:
    recipe = recipes.load(name)
    recipe = getattr(recipe, "trial", recipe)
    case = {"question": question, "kind": kind}
    stored = results.load(name)
    rate = stored.table("accuracy").where(**case).column("rate")[0]
    model, _ = recipe.fit(case, 1, rate)
    for size in recipe.tested:
        rows = stored.table("accuracy").where(**case, size=size)
        found = recipe.right(model, question, size)
        assert within(found, rows.column("accuracy"), least=0.02)
