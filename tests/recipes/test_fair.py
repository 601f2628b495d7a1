"""The comparison, from stored translations alone, and a longer training."""

from dataclasses import replace

import pytest

from attnbook import recipes
from attnbook.data import translation
from attnbook.metrics.bleu import bleu
from attnbook.pretrained import translator as verbs
from attnbook.recipes import fair
from attnbook.recipes.workspace import Workspace
from attnbook.train.settings import Averaged
from tests.recipes.toys import attentive, cells, place, translator
from tests.toys import multi30k


@pytest.fixture
def workspace(tmp_path):
    with place(tmp_path, verbs) as monkeypatch:
        multi30k(tmp_path / "data", monkeypatch)
        yield Workspace(tmp_path / "out")


def test_a_longer_training_keeps_no_weights(workspace):
    settings = Averaged(epochs=2, warmup=2, rate=0.01)
    recipe = fair.Longer(
        "long", translator("tiny", dropouts=(0.1,), settings=settings)
    )
    result = recipe.run(workspace, progress=False)
    assert result.table("epochs").column("epoch") == [1, 2]
    assert not list(workspace.out.rglob("*.safetensors"))
    test = translation.load("multi30k", "en-fr", "test")
    score, _ = bleu(result.samples["hypotheses"], [r for _, r in test])
    assert result.value("bleu") == pytest.approx(score, rel=1e-5, abs=1e-6)


def test_all_are_compared_with_the_first(workspace):
    """The one that says what the reference says is ahead of all."""
    references = [r for _, r in translation.load("multi30k", "en-fr", "test")]
    values = dict.fromkeys(
        ("validation_bleu", "greedy_bleu", "bleu"), (1.0, "BLEU")
    ) | {"parameters": (7, "numbers")}
    said = {"one": references, "two": references[::-1], "three": references}
    made = [attentive("one"), translator("two"), translator("three")]
    for side in made:
        workspace.write(
            side,
            seconds=3.0,
            values=values,
            samples={"hypotheses": said[side.name]},
        )
    recipe = replace(
        recipes.load("fair-en-fr"),
        first="one",
        others=("two", "three"),
        resamples=20,
        words=1,
        opening=0,
    )
    result = recipe.run(workspace)
    rows = cells(result.table("models"), "model", "epochs", "rates")
    assert rows == [("one", 1, 1), ("two", 1, 2), ("three", 1, 2)]
    itself, worse, same = result.table("models").column("difference")
    assert itself is None
    assert worse > 0 == same
    counts = result.table("by_length").column("sentences")
    assert sum(counts) == len(references)
    assert result.samples["cases"][0]["first"] == references[0]


def test_the_fair_rows_are_the_recurrent_recipe_trained_for_longer():
    base = recipes.load("translate-en-fr-bahdanau")
    ours = recipes.load("translate-en-fr-transformer")
    for name in ("bahdanau-same-tokens", "bahdanau-36-epochs"):
        longer = recipes.load(name).base
        assert longer.model == base.model
        assert longer.settings.average == ours.settings.average
        assert longer.settings.epochs > base.settings.epochs
    tokens = recipes.load("bahdanau-same-tokens").base.settings.epochs
    assert tokens == ours.settings.epochs
