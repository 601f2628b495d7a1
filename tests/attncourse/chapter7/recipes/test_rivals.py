"""A translator to compare with: trained for longer, and not kept."""

from attnbook import costs
from attncourse.experiments import recipes


def test_the_longer_one_is_the_recurrent_recipe_with_averaged_weights():
    base = recipes.load("translate-en-fr-bahdanau")
    ours = recipes.load("translate-en-fr-transformer")
    longer = recipes.load("bahdanau-same-tokens").base
    assert longer.model == base.model
    assert longer.settings.average == ours.settings.average
    assert longer.settings.epochs == ours.settings.epochs


def test_the_even_one_has_as_many_numbers_as_the_shipped_one():
    ours, even = (
        costs.parameters(recipe.model)
        for recipe in (
            recipes.load("translate-en-fr-transformer"),
            recipes.load("translate-en-fr-even").base,
        )
    )
    assert abs(even - ours) < 1000
