"""Captioners with one vector: what is borrowed, and what is probed."""

import torch

from attnbook import pretrained
from attncourse.chapter3.recipes import captioners
from attncourse.chapter3.recipes.one_vector import ATTENTION
from tests.attncourse.chapter3.recipes.toys import ONE_VECTOR


def test_a_borrowed_network_is_that_of_the_shipped_model(workspace):
    shipped = pretrained.load(ATTENTION).model.convnet.state_dict()
    for variant in ONE_VECTOR.variants:
        model, _ = captioners.untrained(
            ONE_VECTOR.training, variant, 1, workspace, progress=False
        )
        same = [
            torch.equal(weight, shipped[name])
            for name, weight in model.convnet.state_dict().items()
        ]
        assert set(same) == {variant.network == ATTENTION}, variant.name
