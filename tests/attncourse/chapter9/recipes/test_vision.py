"""Classifiers with and without inductive bias, in miniature."""

import math
from dataclasses import replace

import pytest
import torch

from attnbook.data import labelled
from attnbook.data.labelled import Labelled
from attncourse.chapter9 import pools
from attncourse.chapter9.recipes import vision, vision_trainer
from attncourse.chapter9.recipes.vision_trainer import Case
from tests.attncourse.chapter9.recipes.toys import DIGITS as SMALL


@pytest.fixture
def trainer(workspace):
    return vision_trainer.Trainer(SMALL, workspace, progress=False)


def test_what_a_result_holds_is_not_trained_again(workspace, monkeypatch):
    less = replace(SMALL, kinds=("CNN",), shown=0, budgets=((10, 1),))
    rows = less.run(workspace, progress=False).table("scores").rows
    cases = [tuple(row[name] for name in Case._fields) for row in rows]
    assert cases == list(less.cases())
    trained = []
    fit = vision_trainer.training.fit

    def count(model, *args, **how):
        trained.append(type(model).__name__)
        return fit(model, *args, **how)

    monkeypatch.setattr(vision_trainer.training, "fit", count)
    more = replace(less, budgets=((10, 1), (20, 1)))
    again = more.run(workspace, progress=False).table("scores").rows
    assert trained == ["ConvClassifier"] * 2
    assert again[:2] == rows and len(again) == 4


def test_examples_are_test_images_that_a_step_makes_wrong(ran, monkeypatch):
    this = ran("vision-digits")
    monkeypatch.setenv("ATTNBOOK_RUNS", str(this.folder / "runs"))
    trainer = vision_trainer.Trainer(SMALL, this.workspace, progress=False)
    written = this.result.samples["examples"]
    assert 0 < len(written) <= SMALL.shown
    test, said = trainer.test, {}
    for kind in SMALL.kinds:
        case = Case(kind, False, SMALL.budgets[0][0], 1)
        model, _, _ = trainer.trained(case, trainer.rate(kind))
        said[kind] = vision_trainer.training.answers(model, test)
    k = -1
    for example in written:
        still, moved = torch.tensor(example["images"])
        k = next(
            k
            for k in range(k + 1, len(test.images))
            if torch.equal(still, test.images[k])
        )
        assert torch.equal(moved[..., 1:], still[..., :-1])
        assert torch.equal(moved[..., 0], still[..., 0])
        assert example["label"] == test.labels[k]
        assert example["ViT"][0] == example["label"] != example["ViT"][1]
        assert [example[kind][0] for kind in said] == [
            said[kind][k] for kind in said
        ]


def test_the_models_are_of_one_size():
    """Within 5%, in each recipe."""
    for recipe in (
        vision.CIFAR,
        vision.DIGITS,
        vision.TWINS,
        vision.TWINS_DEEP,
        vision.TWINS_WHOLE,
        vision.HYBRID,
    ):
        sizes = []
        for kind in {"ViT", *recipe.kinds}:
            build, field = vision_trainer.BUILD[kind]
            model = build(getattr(recipe, field))
            sizes.append(sum(p.numel() for p in model.parameters()))
        assert max(sizes) / min(sizes) < 1.05, sizes


def test_a_rate_at_the_edge_is_searched_further(trainer, monkeypatch):
    """Until it wins no more, or the grid ends; a rate that has won alone is
    not.
    """
    losses = {k: abs(k - 4) for k in range(12)}  # rate 1e-3 * 2^k

    def tried(case, rate):
        loss = losses[round(math.log2(rate / 1e-3))]
        return {"kind": case.kind, "rate": rate, "validation_loss": loss}

    monkeypatch.setattr(trainer, "tried", tried)
    trainer.recipe = replace(SMALL, rates=(1e-3, 2e-3))
    assert trainer.rate("ViT") == 16e-3
    assert [row["rate"] for row in trainer.tables["search"]] == [
        *(1e-3, 2e-3, 4e-3, 8e-3, 16e-3, 32e-3)
    ]
    assert trainer.rate("ViT") == 16e-3 and len(trainer.tables["search"]) == 6
    trainer.recipe = replace(SMALL, rates=(2e-3,))
    assert trainer.rate("CNN") == 2e-3


def test_what_was_measured_at_another_rate_is_measured_again(
    trainer, monkeypatch
):
    best = {"ViT": 2e-3, "CNN": 4e-3}

    def tried(case, rate):
        loss = abs(rate - best[case.kind])
        return {"kind": case.kind, "rate": rate, "validation_loss": loss}

    monkeypatch.setattr(trainer, "tried", tried)
    for kind in best:
        case = Case(kind, False, 20, 1)
        rows = [tried(case, rate) for rate in (1e-3, 2e-3)]
        trainer.tables["search"] += rows
        trainer.tables["scores"].append({"kind": kind})
    for kind in best:
        trainer.settle(kind)
    assert trainer.tables["scores"] == [{"kind": "ViT"}]
    assert {kind: trainer.best(kind) for kind in best} == best


def test_a_whole_grid_is_the_network_but_for_its_end():
    torch.manual_seed(1)
    x = torch.rand(3, 1, 8, 8)
    grid = pools.whole_grid(SMALL.convolutional)
    grid.eval()
    features = grid.layers(2 * x - 1)
    assert features.shape == (3, 6, 4, 4)
    assert torch.equal(grid(x), grid.head(features.flatten(1)))
    assert not torch.equal(grid(x), grid(x.flip(3)))


def test_no_validation_image_is_trained_on(trainer):
    whole = labelled.digits("train")
    rows = {bytes(x) for x in trainer.validation.images.numpy()}
    others = {bytes(x) for x in trainer.training.images.numpy()}
    assert not rows & others
    assert len(rows | others) == len(whole.labels)


def test_a_shuffle_is_the_same_for_all_images(trainer):
    fixed = trainer.fixed(Case("CNN", True, 10, 1))
    x = torch.rand(3, 1, 8, 8)
    one, two = (fixed(x, torch.default_generator) for _ in range(2))
    assert torch.equal(one, two) and not torch.equal(one, x)
    assert torch.equal(one[:1], fixed(x[:1], torch.default_generator))
    plain = trainer.fixed(Case("CNN", False, 10, 1))
    assert torch.equal(plain(x, torch.default_generator), x)


class Left(torch.nn.Module):
    """Says which column is brightest."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(()))

    def forward(self, x):
        return x.sum((1, 2))


def test_moved_counts_the_answers_that_change(trainer):
    """A bright column in the middle goes with two of four moves; without one
    nothing changes.
    """
    x = torch.zeros(40, 1, 8, 8, dtype=torch.uint8)
    x[:, :, :, 4] = 255
    trainer.test = Labelled(x, torch.zeros(40).long(), tuple("0123456789"))
    assert trainer.moved(Left(), Case("CNN", False, 10, 1)) == 0.5
    x[:, :, :, 4] = 0
    assert trainer.moved(Left(), Case("CNN", False, 10, 1)) == 0
