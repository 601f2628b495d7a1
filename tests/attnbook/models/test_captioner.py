"""The whole captioner, from pixels to logits, equals spec's loops; and what it
refuses.
"""

import pytest
import torch

from attnbook.models import captioner
from attncourse import spec
from tests.attnbook.models.toys import decoded, linear, real
from tests.toys import assert_same, normal, refused, unchecked

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


def test_a_place_reads_what_stands_there_and_h_0_reads_all():
    """After filters with stride 2 and 1 a place reads 7 x 7 pixels around its
    own: that in the corner the first four rows and columns.
    """
    model, images = build(channels=(2, 5)), pictures(1)
    state = model.start(images)
    first = state.memory[0, 0].sum()
    (near,) = torch.autograd.grad(first, images, retain_graph=True)
    assert near[..., :4, :4].any()
    assert not near[..., 4:, :].any()
    assert not near[..., :, 4:].any()
    (everywhere,) = torch.autograd.grad(state.hidden.sum(), images)
    quarters = everywhere[0].unfold(1, 4, 4).unfold(2, 4, 4)
    assert (quarters != 0).any(-1).any(-1).any(0).all()


def test_positions_are_added_to_each_place_and_may_be_left_out():
    """Without them the memory is the bare grid; h_0 never reads them."""
    model = build()
    assert model.places.shape == (4, 5)
    bound = 5**-0.5
    assert 0 < float(model.places.detach().abs().max()) <= bound
    before = model.start(pictures())
    with torch.no_grad():
        places = model.places.clone()
        model.places.zero_()
    after = model.start(pictures())
    added = before.memory - after.memory
    torch.testing.assert_close(added, places.expand(3, 4, 5))
    torch.testing.assert_close(before.recurrent, after.recurrent)
    assert build(positions=False).places is None
    assert build("none").places is None


@pytest.mark.parametrize("shape", [(3, 8, 8), (2, 1, 8, 8), (2, 3, 8, 7)])
def test_images_of_another_shape_are_refused(shape):
    with (
        unchecked(),
        pytest.raises(ValueError) as error,
    ):
        build()(torch.zeros(shape), TARGETS[:2])
    assert str(error.value) == f"images must be (B, 3, 8, 8): shape={shape}"


def test_targets_of_another_number_or_outside_the_vocabulary_are_refused():
    with refused("one target for each source is needed: 2 and 3"):
        build()(pictures(2), TARGETS)
    with refused("lowest=0, highest=17"):
        build()(pictures(), TARGETS.where(TARGETS != 13, N))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"width": 0}, "width must be at least 1: width=0"),
        (
            {"channels": (2, 0)},
            r"channels\[1\] must be at least 1: channels\[1\]=0",
        ),
        (
            {"side": 6},
            "side must be a multiple of 4, since all but the last of 3 layers "
            "halve it: side=6",
        ),
        ({"dropout": -0.1}, r"dropout must lie in 0 \.\. 1: dropout=-0.1"),
        ({"pad": 17}, r"pad must lie in 0 \.\. 16: pad=17"),
        (
            {"attention": "hard"},
            "attention must be one of none, dot, general, additive, linear: "
            "attention='hard'",
        ),
    ],
)
def test_a_configuration_that_cannot_be_is_refused(wrong, message):
    with refused(message):
        captioner.Config(**SIZES | wrong)


def test_channels_may_come_as_a_list_and_the_grid_follows_from_them():
    """As JSON has them, in a stored file."""
    with unchecked():
        config = captioner.Config(**SIZES | {"channels": [2, 3, 5]})
    assert config == captioner.Config(**SIZES)
    assert config.grid == 2
    assert captioner.Config(N).grid == 8
    assert captioner.Config(N, channels=(7,)).grid == 64


def test_build_depends_on_the_generator_alone():
    config = captioner.Config(**SIZES)
    one, same, other = (
        captioner.build(config, torch.Generator().manual_seed(seed))
        for seed in (1, 1, 2)
    )
    for name, weight in one.state_dict().items():
        assert torch.equal(weight, same.state_dict()[name])
        if not name.endswith("bias"):
            assert not torch.equal(weight, other.state_dict()[name])


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
