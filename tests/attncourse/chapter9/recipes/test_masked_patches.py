"""Pretraining on hidden patches, in miniature."""

import torch

from attncourse.chapter9.recipes.vision_trainer import Case
from tests.attncourse.chapter9.recipes.toys import MASKED


def test_each_seed_is_pretrained_once_and_its_time_counts_once(ran):
    result = ran("vision-cifar-masked").result
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
    trainer = MASKED.trainer(workspace, False)
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
