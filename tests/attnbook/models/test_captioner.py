"""The whole captioner, from pixels to logits, equals spec's loops."""

import pytest
import torch

from attnbook.models import captioner
from attncourse import spec
from tests.attnbook.models.toys import decoded, linear, real
from tests.toys import assert_same, normal

N, PAD = 17, 0
SIZES = {
    **{"vocabulary": N, "side": 8, "channels": (2, 3, 5)},
    **{"hidden": 7, "vector": 11, "width": 3, "units": 13},
}
TARGETS = torch.tensor([[1, 5, 13, 2], [1, 12, 2, 0], [1, 2, 0, 0]])
KINDS = [
    ("none", False),
    ("additive", True),
    ("additive", False),
    ("general", True),
]


def build(
    attention: str = "additive", positions: bool = True, **sizes
) -> captioner.Captioner:
    config = captioner.Config(
        **SIZES | sizes, attention=attention, positions=positions, dropout=0.0
    )
    generator = torch.Generator().manual_seed(3)
    model = captioner.build(config, generator).double()
    for name, parameter in model.named_parameters():
        if name.endswith("bias"):
            torch.nn.init.normal_(parameter, generator=generator)
    return model


def pictures(count: int = 3) -> torch.Tensor:
    return normal(count, 3, 8, 8, seed=4)


@pytest.fixture(params=KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def model(request) -> captioner.Captioner:
    return build(*request.param)


def described(model, image, target) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits "T N" and weights "T S" of one image and one caption."""
    z = image - 0.5
    for k, layer in enumerate(model.convnet.layers):
        stride = 1 if k == len(model.convnet.layers) - 1 else 2
        z = torch.relu(spec.convolution(z, layer.weight, layer.bias, stride))
    grid = [z[:, i, j] for i in range(z.shape[1]) for j in range(z.shape[2])]
    first, _, second = model.summary
    last = linear(second, torch.relu(linear(first, torch.cat(grid))))
    memory = torch.stack(grid)
    if model.places is not None:
        memory = memory + model.places
    return decoded(
        model.decoder, memory, last, target, attention=model.config.attention
    )


def test_a_padded_batch_equals_the_loops_in_value_and_gradient(model):
    images = pictures()
    logits, weights = model.unroll(images, TARGETS)
    batched, by_hand = [], []
    for row, target in enumerate(map(real, TARGETS)):
        expected, read = described(model, images[row], target)
        batched.append(logits[row, : len(target)])
        by_hand.append(expected)
        if model.config.attention != "none":
            torch.testing.assert_close(weights[row, : len(target)], read)
    inputs = images, *model.parameters()
    assert_same(torch.cat(batched), torch.cat(by_hand), *inputs)


def test_weights_are_shares_of_the_places_and_those_of_unroll(model):
    if model.config.attention == "none":
        ones = model.unroll(pictures(), TARGETS)[1]
        assert ones.tolist() == [[[1.0]] * 4] * 3
        return
    weights = model.weights(pictures(), TARGETS)
    assert weights.shape == (3, 4, model.config.grid**2)
    assert (weights > 0).all()
    torch.testing.assert_close(weights.sum(-1), torch.ones(3, 4).double())
    assert torch.equal(weights, model.unroll(pictures(), TARGETS)[1])


@pytest.mark.parametrize("positions", [True, False])
def test_a_pooled_vector_knows_places_by_their_vectors_alone(positions):
    """It is made of mean and maximum over the places: shuffled features give
    the same, unless each place has a vector of its own.
    """
    pooled = captioner.MeanAndMax()(torch.tensor([[[1.0, -2.0], [3.0, 4.0]]]))
    assert pooled.tolist() == [[2.0, 1.0, 3.0, 4.0]]
    model = build("none", positions, pooled=True)
    shuffled = build("none", positions, pooled=True)
    seen = normal(1, 4, 4, 5, seed=5)[:, :2, :2]
    vectors = []
    for one, z in ((model, seen), (shuffled, seen.flip(1))):
        one.convnet.forward = lambda images, z=z: z
        vectors.append(one.start(pictures(1)).memory)
    assert vectors[0].shape == (1, 1, SIZES["vector"])
    assert torch.allclose(*vectors) != positions
