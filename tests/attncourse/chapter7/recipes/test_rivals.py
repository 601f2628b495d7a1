"""Translators to compare with: trained for longer, or by a teacher, and not
kept.
"""

import pytest
import torch

from attnbook import pretrained
from attnbook.data import translation
from attnbook.data.tokenizer import START, STOP
from attncourse.chapter7.recipes import rivals
from attncourse.experiments import recipes
from tests.attncourse.chapter1.recipes.toys import attentive
from tests.attncourse.chapter7.recipes.toys import model, shipped

SOURCE = torch.tensor([[5, 6, 7, STOP], [8, STOP, 0, 0]])


def test_the_longer_one_is_the_recurrent_recipe_with_averaged_weights():
    base = recipes.load("translate-en-fr-bahdanau")
    ours = recipes.load("translate-en-fr-transformer")
    longer = recipes.load("bahdanau-same-tokens").base
    assert longer.model == base.model
    assert longer.settings.average == ours.settings.average
    assert longer.settings.epochs == ours.settings.epochs


@pytest.fixture
def small(workspace, monkeypatch):
    """A tiny model in the place of the one that ships."""
    shipped(monkeypatch, workspace)
    return pretrained.load("")


def test_a_student_learns_what_its_teacher_says(workspace, small, monkeypatch):
    """From as many pairs again: the sources of the training part, and the
    teacher's beam search of them.
    """
    lessons, fit = [], rivals.fit

    def seen(recipe, rate, place, more, **rest):
        lessons.append(more)
        return fit(recipe, rate, place, more, **rest)

    monkeypatch.setattr(rivals, "fit", seen)
    recipe = rivals.Distilled("student", attentive("tiny"), beam=2)
    result = recipe.run(workspace, progress=False)
    sources = [s for s, _ in translation.load("multi30k", "en-fr", "train")]
    said = small.translate(sources, beam=2)
    assert lessons == [list(zip(sources, said, strict=True))]
    assert result.recipe["seeds"] == [1]


def test_teachers_of_other_seeds_are_trained(workspace, small, monkeypatch):
    seeds = []

    def fit(recipe, rate, place, progress):
        seeds.append((recipe.name, recipe.seed))
        return pretrained.Translator(model(recipe.seed), small.tokenizer), []

    monkeypatch.setattr(rivals, "fit", fit)
    recipe = recipes.load("transformer-distilled-full")
    together = recipe.teacher(workspace)
    assert seeds == [("tiny-2", 2), ("tiny-3", 3)]
    assert len(together.model.models) == 3
    assert together.tokenizer is small.tokenizer


def test_an_ensemble_gives_the_mean_of_the_probabilities():
    models = [model(seed).double() for seed in (1, 2, 3)]
    ensemble = rivals.Ensemble(models)
    state, tokens = ensemble.start(SOURCE), torch.tensor([START, START])
    alone = [m.step(m.start(SOURCE), tokens)[0] for m in models]
    scores, state = ensemble.step(state, tokens)
    mean = torch.stack(alone).exp().mean(0)
    torch.testing.assert_close(scores.exp(), mean)
    rows = torch.tensor([1, 0, 0])
    again, _ = ensemble.step(ensemble.reorder(state, rows), tokens[rows])
    torch.testing.assert_close(again, ensemble.step(state, tokens)[0][rows])
