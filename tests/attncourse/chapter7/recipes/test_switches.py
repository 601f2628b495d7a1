"""One choice changed at a time, from the dataclass to the result."""

from dataclasses import replace

import pytest

from attnbook.train.run import DivergedError
from attncourse.chapter7.recipes import switches
from attncourse.experiments import recipes
from tests.attncourse.chapter7.recipes.toys import switched


def test_what_diverges_has_no_row(workspace, monkeypatch):
    """The runs after it do."""
    fit = switches.fit

    def diverge(recipe, *args, **more):
        if recipe.name.endswith("bad"):
            raise DivergedError("the loss is nan")
        return fit(recipe, *args, **more)

    monkeypatch.setattr(switches, "fit", diverge)
    result = switched(bad={}, good={}).run(workspace, progress=False)
    assert result.table("scores").column("switch") == ["good"]


@pytest.mark.parametrize("name", ["switches-model", "switches-training"])
def test_every_switch_changes_the_recipe(name):
    """All but the one that changes nothing, and no two alike."""
    recipe = recipes.load(name)
    made = [
        switches.changed(recipe.base, "same", changes)
        for changes in recipe.switches.values()
    ]
    same = replace(recipe.base, name="same")
    assert [one == same for one in made].count(True) == (
        "as it is" in recipe.switches
    )
    assert all(made.count(one) == 1 for one in made)
