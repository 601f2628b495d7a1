"""Pretraining on hidden patches, in miniature."""

from dataclasses import replace

import pytest
import torch

from attnbook.models import convnet, vit
from attnbook.train.settings import Settings
from attncourse.chapter9.recipes import masked_patches
from attncourse.chapter9.recipes.vision_trainer import Case
from attncourse.experiments.workspace import Workspace

SMALL = replace(
    masked_patches.CIFAR,
    data="digits",
    transformer=vit.Config(8, 4, 1, 10, 8, 2, 8, 2),
    convolutional=convnet.Config(8, 1, 10, (4, 6), (0,)),
    validation=20,
    settings=Settings(epochs=2, rate=1.0, warmup=1, patience=2),
    pretraining=Settings(epochs=2, rate=1e-2, warmup=1, patience=2),
    each=60,
    batch=20,
    pad=1,
    flip=False,
    rates=(1e-2,),
    searched=20,
    shifted=30,
    budgets=((10, 2), (20, 1)),
)


@pytest.fixture
def workspace(runs, tmp_path):
    return Workspace(tmp_path / "out")


def test_each_seed_is_pretrained_once_and_its_time_counts_once(workspace):
    result = SMALL.run(workspace, progress=False)
    rows = result.table("pretraining").rows
    assert [row["seed"] for row in rows] == [1, 2]
    scores = result.table("scores")
    assert [(row["images"], row["seed"]) for row in scores.rows] == [
        (10, 1),
        (20, 1),
        (10, 2),
    ]
    seconds = sum(scores.column("seconds"))
    seconds += sum(row["seconds"] for row in rows)
    assert result.made["seconds"] > seconds - 0.1


def test_a_classifier_starts_from_blocks_that_have_learned(workspace):
    trainer = SMALL.trainer(workspace, False)
    case = Case("ViT", False, 10, 1)
    began, fresh = trainer.start(case), trainer.build(case.kind, case.seed)
    same = {
        name: torch.equal(one, other)
        for (name, one), other in zip(
            began.state_dict().items(), fresh.state_dict().values(), strict=True
        )
    }
    assert {name for name, kept in same.items() if kept} == {
        "head.weight",
        "head.bias",
    }
    again = trainer.start(case)
    for one, other in zip(began.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)
