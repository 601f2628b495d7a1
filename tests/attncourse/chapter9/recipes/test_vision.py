"""Classifiers with and without inductive bias, in miniature."""

import pytest
import torch

from attnbook.data import labelled
from attnbook.data.labelled import Labelled
from attnbook.train import images as training
from attncourse.chapter9 import pools
from attncourse.chapter9.recipes import vision
from attncourse.experiments.trials import numbers
from tests.attncourse.chapter9.recipes.toys import DIGITS

PLAIN, MIXED = (
    {"kind": "CNN", "shuffled": shuffled, "images": 10}
    for shuffled in (False, True)
)


def test_examples_are_test_images_that_a_step_makes_wrong():
    cases = [
        {"kind": kind, "shuffled": False, "images": count}
        for kind, count in zip(("CNN", "ViT"), DIGITS.counts, strict=True)
    ]
    models = [(case, DIGITS.fresh(case, 1).eval()) for case in cases]
    written = DIGITS.samples(models)["examples"]
    assert 0 < len(written) <= DIGITS.shown
    test = DIGITS.parts.test
    said = {
        case["kind"]: training.answers(model, test) for case, model in models
    }
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


@pytest.mark.parametrize(
    "recipe",
    [vision.DIGITS, vision.TWINS, vision.HYBRID],
    ids=lambda recipe: recipe.name,
)
def test_the_models_are_of_one_size(recipe):
    """Within 5%."""
    kinds = {"ViT", *(kind for kind, _ in recipe.sides)}
    sizes = [numbers(recipe.fresh({"kind": kind}, 1)) for kind in kinds]
    assert max(sizes) / min(sizes) < 1.05, sizes


def test_a_whole_grid_is_the_network_but_for_its_end():
    torch.manual_seed(1)
    x = torch.rand(3, 1, 8, 8)
    grid = pools.whole_grid(DIGITS.convolutional)
    grid.eval()
    features = grid.layers(2 * x - 1)
    assert features.shape == (3, 6, 4, 4)
    assert torch.equal(grid(x), grid.head(features.flatten(1)))
    assert not torch.equal(grid(x), grid(x.flip(3)))


def test_no_validation_image_is_trained_on():
    whole = labelled.digits("train")
    parts = DIGITS.parts
    rows = {bytes(x) for x in parts.validation.images.numpy()}
    others = {bytes(x) for x in parts.training.images.numpy()}
    assert not rows & others
    assert len(rows | others) == len(whole.labels)


def test_a_shuffle_is_the_same_for_all_images():
    fixed = DIGITS.fixed(MIXED)
    x = torch.rand(3, 1, 8, 8)
    one, two = (fixed(x, torch.default_generator) for _ in range(2))
    assert torch.equal(one, two) and not torch.equal(one, x)
    assert torch.equal(one[:1], fixed(x[:1], torch.default_generator))
    plain = DIGITS.fixed(PLAIN)
    assert torch.equal(plain(x, torch.default_generator), x)


class Left(torch.nn.Module):
    """Says which column is brightest."""

    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(()))

    def forward(self, x):
        return x.sum((1, 2))


@pytest.mark.parametrize("bright, wanted", [(255, 0.5), (0, 0.0)])
def test_moved_counts_the_answers_that_change(bright, wanted, monkeypatch):
    """A bright column in the middle goes with two of four moves; without one
    nothing changes.
    """
    x = torch.zeros(40, 1, 8, 8, dtype=torch.uint8)
    x[:, :, :, 4] = bright
    test = Labelled(x, torch.zeros(40).long(), tuple("0123456789"))
    monkeypatch.setitem(
        DIGITS.__dict__, "parts", DIGITS.parts._replace(test=test)
    )
    (row,) = DIGITS.measure(Left(), PLAIN, 1)["scores"]
    assert row["moved"] == wanted
