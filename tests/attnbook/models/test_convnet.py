"""The classifiers equal their loops; fresh weights. The network within is held
to its loops in `test_captioner`.
"""

import math
from dataclasses import replace

import pytest
import torch

from attnbook.models import convnet
from attncourse import spec
from tests.attnbook.models.toys import linear
from tests.toys import assert_same, normal, refused

SIDE = 8


def build(*channels: int) -> convnet.ConvNet:
    """A network whose biases are not 0, in float64."""
    network = convnet.ConvNet(channels).double()
    generator = torch.Generator().manual_seed(1)
    convnet.initialise(network, generator)
    for layer in network.layers:
        torch.nn.init.normal_(layer.bias, generator=generator)
    return network


def test_an_answer_is_a_linear_layer_on_the_best_of_each_feature():
    model = convnet.Classifier(build(2, 5), (3, 7)).double()
    images = normal(2, 3, SIDE, SIDE, seed=3)
    grids = model.network(images)
    for head, answers in zip(model.heads, model(images), strict=True):
        best = [
            torch.stack([grid[..., d].max() for d in range(5)])
            for grid in grids
        ]
        by_hand = torch.stack([linear(head, each) for each in best])
        assert_same(answers, by_hand, *head.parameters())
    assert [tuple(answers.shape) for answers in model(images)] == [
        (2, 3),
        (2, 7),
    ]


def test_fresh_weights_are_uniform_with_variance_two_over_the_inputs():
    """So the bound is the root of 6 over the inputs; biases are 0."""
    network = convnet.ConvNet((64, 32))
    convnet.initialise(network, torch.Generator().manual_seed(1))
    for layer, inputs in zip(network.layers, (27, 576), strict=True):
        weight = layer.weight.detach()
        bound = math.sqrt(6 / inputs)
        assert 0.98 * bound < float(weight.abs().max()) <= bound
        assert float(weight.var()) == pytest.approx(2 / inputs, rel=0.05)
        assert not layer.bias.any()


def test_a_layer_without_bias_is_initialised_too():
    layer = torch.nn.Linear(3, 5, bias=False)
    convnet.initialise(layer, torch.Generator().manual_seed(1))
    assert float(layer.weight.detach().abs().max()) <= math.sqrt(2)


def classifier(**changes) -> convnet.ConvClassifier:
    """One of two layers, ready to use, in float64, that has seen a batch."""
    config = convnet.Config(SIDE, 2, 5, (3, 4), (0,))
    model = convnet.build(
        replace(config, **changes), torch.Generator().manual_seed(1)
    ).double()
    seen = torch.rand(9, config.channels, SIDE, SIDE).double()
    model(seen)
    return model.eval()


def test_a_classifier_is_its_loops():
    """Filters, normalisation by what was seen, ReLU, the greatest of four."""
    model, images = classifier(), torch.rand(2, 2, SIDE, SIDE).double()
    first, norm, _, _, second, other, _ = model.layers
    wanted = []
    for image in images:
        z = 2 * image - 1
        for filters, known in ((first, norm), (second, other)):
            zeros = torch.zeros(len(filters.weight)).double()
            z = spec.convolution(z, filters.weight, zeros)
            mean, spread = known.running_mean, known.running_var + known.eps
            z = (z - mean[:, None, None]) / spread.sqrt()[:, None, None]
            z = torch.relu(z)
            if filters is first:
                pairs = z.unflatten(1, (-1, 2)).unflatten(3, (-1, 2))
                z = pairs.amax((2, 4))
        wanted.append(linear(model.head, z.mean((1, 2))))
    torch.testing.assert_close(model(images), torch.stack(wanted))


def test_a_classifier_refuses_what_is_no_image():
    with refused(r"\(B, 2, 8, 8\): shape=\(2, 1, 8, 8\)"):
        classifier()(torch.rand(2, 1, SIDE, SIDE).double())
