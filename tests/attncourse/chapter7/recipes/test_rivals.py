"""A translator to compare with: trained for longer, and not kept."""

from attncourse.experiments import recipes


def test_the_longer_one_is_the_recurrent_recipe_with_averaged_weights():
    base = recipes.load("translate-en-fr-bahdanau")
    ours = recipes.load("translate-en-fr-transformer")
    longer = recipes.load("bahdanau-same-tokens").base
    assert longer.model == base.model
    assert longer.settings.average == ours.settings.average
    assert longer.settings.epochs == ours.settings.epochs
