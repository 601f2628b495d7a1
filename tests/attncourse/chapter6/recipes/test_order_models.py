"""Models that are kept: what is shipped is what was asked."""

from dataclasses import replace
from itertools import product

import pytest
import torch

from attnbook import pretrained
from attnbook.train.settings import Settings
from attncourse.chapter6.recipes.order_models import CALCULATOR, MODELS
from attncourse.experiments import results
from attncourse.experiments.workspace import Workspace

STORED = results.load("order-models")
SHIPPED = [x for x in pretrained.names() if x.startswith("order-")]
FEW = Settings(epochs=1, rate=3e-3, warmup=2)


def small(recipe, **changes):
    trial = replace(recipe.trial, batch=4, each=2, settings=FEW, **changes)
    return replace(recipe, trial=replace(trial, asked=64))


def test_a_run_writes_each_model_and_asks_what_it_wrote(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    recipe = small(MODELS, kinds=("shaw", "learned"), tested=(32, 40))
    result = recipe.run(Workspace(tmp_path), progress=False)
    rows = result.table("accuracy").rows
    assert len(rows) == 2 * 2 * 3
    for sample in result.samples["sequences"]:
        name = f"order-{sample['question']}-{sample['kind']}"
        model = pretrained.read(tmp_path / f"{name}.safetensors")
        said = model(torch.tensor([sample["tokens"]])).argmax(-1)[0].tolist()
        assert said == sample["said"] and len(said) == 40


def test_a_calculator_keeps_all_differences_and_no_weights(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path / "runs"))
    result = small(CALCULATOR).run(Workspace(tmp_path), progress=False)
    kept = result.samples["sequences"]
    assert len({(row["kind"], *row["tokens"]) for row in kept}) == 200
    assert not list(tmp_path.glob("*.safetensors"))


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_shipped_is_small_and_answers_as_stored(name):
    _, question, kind = name.split("-")
    model = pretrained.load(name)
    assert sum(x.numel() for x in model.parameters()) < 100_000
    found = MODELS.trial.right(model, question, 64)
    same = {"question": question, "kind": kind, "size": 64}
    (row,) = STORED.table("accuracy").where(**same).rows
    assert abs(found - row["accuracy"]) < 0.01


def test_each_encoding_and_question_is_shipped():
    trial = MODELS.trial
    cases = product(trial.questions, trial.kinds)
    assert sorted("-".join(("order", *case)) for case in cases) == SHIPPED
