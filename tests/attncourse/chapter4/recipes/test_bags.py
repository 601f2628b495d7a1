"""Poolings of bags, in miniature."""

from dataclasses import replace

import pytest
import torch

from attncourse.chapter4 import bags
from attncourse.chapter4.recipes.bags import (
    Classifier,
    accuracy,
    added,
    pointing_accuracy,
)
from attncourse.experiments import recipes
from tests.attncourse.chapter4.recipes.toys import NINE as SMALL
from tests.attncourse.experiments.toys import SHORT
from tests.toys import unchecked

NINE = recipes.load("bags-nine")


class Known(torch.nn.Module):
    """One feature: 1 for the image of a nine."""

    def __init__(self):
        super().__init__()
        images, named = bags.painting.handwritten()
        self.nines = {
            image.float().numpy().tobytes(): float(digit == 9)
            for image, digit in zip(images, named, strict=True)
        }

    def forward(self, images):
        told = [[self.nines[i.numpy().tobytes()] for i in x] for x in images]
        return torch.tensor(told)[..., None]


def knows(pool):
    """A classifier that knows nines, and is sharp about them."""
    made = Classifier(pool, 1, 1)
    made.features = Known()
    for parameter in made.parameters():
        torch.nn.init.constant_(parameter, 9.0)
    torch.nn.init.constant_(made.out.bias, -0.9 * 9 / 8)
    return made


@pytest.fixture(scope="module")
def test_bags():
    return bags.draw("test", 120, 8, torch.Generator().manual_seed(1))


@pytest.mark.parametrize("pool", NINE.pools)
def test_who_knows_nines_tells_every_bag_whatever_the_pooling(pool, test_bags):
    assert accuracy(knows(pool), test_bags) == 1
    if pool != "mean":
        assert pointing_accuracy(knows(pool), test_bags) == 1


def test_the_parts_that_the_maximum_takes_add_up_to_its_answer(test_bags):
    torch.manual_seed(1)
    model = Classifier("max", 16, 8)
    whole = added(model, test_bags).sum(-1) + model.out.bias
    torch.testing.assert_close(whole, model(test_bags.images()))


def test_a_run_learns():
    recipe = replace(
        SMALL,
        size=2,
        bags=400,
        each=60,
        settings=replace(SHORT, epochs=2),
        tested=100,
    )
    with unchecked():
        model, history = recipe.fit({"pool": "max"}, 1, 3e-3)
        (row,) = recipe.measure(model, {"pool": "max"}, 1)["accuracy"]
    assert row["accuracy"] > 0.85
    assert history[-1]["validation"] < history[0]["validation"]
