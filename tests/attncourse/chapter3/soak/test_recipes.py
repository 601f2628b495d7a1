"""The cheapest rows of chapter 3 trained again lie within the spread of the
stored seeds. Takes minutes.
"""

from dataclasses import replace

import pytest

from attncourse.chapter3.recipes import captioners
from attncourse.experiments import recipes, results
from attncourse.experiments.workspace import Workspace


def test_a_network_that_names_single_things(monkeypatch, tmp_path) -> None:
    """What every captioner starts from; of one seed there is no spread."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    training = recipes.load("caption-scenes").training
    _, history = captioners.pretrain_convnet(
        training, 1, Workspace(), progress=False
    )
    stored = results.load("caption-scenes").table("look").where(seed=1)
    last = stored.column("validation")[-1]
    assert history[-1]["validation"] == pytest.approx(last, rel=0.3)


def test_the_first_epoch_of_a_captioner_of_one_vector(
    monkeypatch, tmp_path
) -> None:
    """All of it takes half an hour."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    recipe, stored = (
        recipes.load("caption-objects"),
        results.load("caption-objects"),
    )
    short = replace(recipe.training.settings, epochs=1)
    recipe = replace(recipe, training=replace(recipe.training, settings=short))
    case = {"variant": "one vector"}
    (rate,) = {*stored.table("runs").where(chosen=1, **case).column("rate")}
    _, (first,) = recipe.fit(case, 1, rate, Workspace())
    row = stored.table("epochs").where(seed=1, epoch=1, **case).rows[0]
    assert first["validation"] == pytest.approx(row["validation"], rel=0.03)
