"""Models that are kept: what is shipped is what was asked."""

from itertools import product

import pytest
import torch

from attnbook import pretrained
from attncourse.chapter6.recipes.order_models import MODELS
from attncourse.experiments import results

STORED = results.load("order-models")
SHIPPED = [x for x in pretrained.names() if x.startswith("order-")]


def test_a_run_writes_each_model_and_asks_what_it_wrote(ran):
    this = ran("order-models")
    for sample in this.result.samples["sequences"]:
        name = f"order-{sample['question']}-{sample['kind']}"
        model = pretrained.read(this.workspace.weights(name))
        said = model(torch.tensor([sample["tokens"]])).argmax(-1)[0].tolist()
        assert said == sample["said"] and len(said) == 40


def test_a_calculator_keeps_all_differences_and_no_weights(ran):
    this = ran("calculator")
    kept = this.result.samples["sequences"]
    assert len({(row["kind"], *row["tokens"]) for row in kept}) == 200
    assert not list(this.workspace.out.glob("*.safetensors"))


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
