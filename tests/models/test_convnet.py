"""The convolutional network equals the loops, layer after layer."""

import math

import pytest
import torch

from attnbook import spec
from attnbook.models import convnet
from tests.models.toys import linear
from tests.toys import assert_same, normal

SIDE = 8


def build(*channels: int) -> convnet.ConvNet:
    """A network whose biases are not 0, in float64."""
    network = convnet.ConvNet(channels).double()
    generator = torch.Generator().manual_seed(1)
    convnet.initialise(network, generator)
    for layer in network.layers:
        torch.nn.init.normal_(layer.bias, generator=generator)
    return network


@pytest.mark.parametrize("channels", [(3,), (2, 5), (2, 3, 5)])
def test_every_layer_is_the_loop_and_a_relu(channels):
    """All but the last with stride 2, on colours that 0.5 is taken from."""
    network, images = build(*channels), normal(2, 3, SIDE, SIDE, seed=2)
    grids = []
    for image in images:
        z = image - 0.5
        for k, layer in enumerate(network.layers):
            stride = 1 if k == len(channels) - 1 else 2
            z = torch.relu(
                spec.convolution(z, layer.weight, layer.bias, stride)
            )
        grids.append(z.permute(1, 2, 0))
    grid = SIDE // 2 ** (len(channels) - 1)
    assert network(images).shape == (2, grid, grid, channels[-1])
    assert_same(
        network(images), torch.stack(grids), images, *network.parameters()
    )


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
