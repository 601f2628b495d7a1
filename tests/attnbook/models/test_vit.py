"""The Vision Transformer equals its equations; what moves with the patches and
what does not; weights of another package.
"""

from dataclasses import replace

import pytest
import torch
from torch.nn import functional as F

from attnbook import attention, patches
from attnbook.models import huggingface, vit
from attnbook.models.vit import Config, ViT
from attncourse import spec
from tests.attnbook.models.toys import published_vit
from tests.toys import assert_same, gradients, refused

SMALL = Config(
    6, 2, channels=3, classes=5, width=8, heads=2, hidden=11, layers=3
)
N = SMALL.grid**2


def images(count: int = 2, side: int = 6) -> torch.Tensor:
    generator = torch.Generator().manual_seed(9)
    return torch.rand(
        count, 3, side, side, generator=generator, dtype=torch.float64
    ).requires_grad_()


def build(**changes) -> ViT:
    """A small model in float64 without a 0 or a 1 among its weights, ready to
    use.
    """
    generator = torch.Generator().manual_seed(1)
    model = vit.build(replace(SMALL, **changes), generator).double().eval()
    with torch.no_grad():
        for weight in model.parameters():
            noise = torch.randn(weight.shape, generator=generator)
            weight.add_(0.2 * noise)
    return model


def equations(model: ViT, image: torch.Tensor) -> torch.Tensor:
    """Dosovitskiy et al. 2021, equations 1 to 4, for one image."""
    E = model.patches.embed
    x = [
        spec.times(E.weight, row) + E.bias
        for row in spec.patchify(2 * image - 1, model.config.patch)
    ]
    z = torch.stack([model.token, *x]) + model.positions.table
    for block in model.blocks:
        own, between = block.own, block.feed_forward
        norm = spec.Norm(own.norm.weight, own.norm.bias)
        y = torch.stack([spec.layer_norm(row, norm) for row in z])
        q, k, v = (
            m.chunk(2)
            for m in (
                own.layer.query(y).T,
                own.layer.key(y).T,
                own.layer.value(y).T,
            )
        )
        read = [
            torch.softmax(a.T @ b / a.shape[0] ** 0.5, -1) @ c.T
            for a, b, c in zip(q, k, v, strict=True)
        ]
        z = own.layer.out(torch.cat(read, 1)) + z
        norm = spec.Norm(between.norm.weight, between.norm.bias)
        y = torch.stack([spec.layer_norm(row, norm) for row in z])
        wide, narrow = between.layer.wide, between.layer.narrow
        z = narrow(F.gelu(wide(y))) + z
    norm = spec.Norm(model.norm.weight, model.norm.bias)
    y = spec.layer_norm(z[0], norm)
    return spec.times(model.head.weight, y) + model.head.bias


def test_it_is_its_equations():
    model, x = build(), images()
    wanted = torch.stack([equations(model, image) for image in x])
    assert_same(model(x), wanted, x, *model.parameters())


def test_patches_are_a_convolution_of_their_own_stride():
    model, x = build(), images()
    E = model.patches.embed
    filters = E.weight.unflatten(1, (3, 2, 2))
    grid = F.conv2d(x, filters, E.bias, stride=2)
    assert_same(model.patches(x), grid.flatten(2).mT, x, E.weight)


def test_without_positions_a_shuffle_of_the_patches_is_not_seen():
    """With positions it is a shuffle of their table."""
    order = torch.randperm(N, generator=torch.Generator().manual_seed(2))
    x = images()
    moved = patches.shuffle(x, 2, order)
    plain, placed = build(positions=False), build()
    torch.testing.assert_close(plain(moved), plain(x))
    assert (placed(moved) - placed(x)).abs().max() > 1e-3
    with torch.no_grad():
        table = placed.positions.table
        table[1:] = table[1:][order.argsort()]
        before = placed(x)
        table[1:] = table[1:][order]
    torch.testing.assert_close(placed(moved), before)


def test_weights_are_what_forward_reads_with():
    model, x = build(), images()
    found = model.weights(x)
    assert found.shape == (2, 3, 2, N + 1, N + 1)
    torch.testing.assert_close(
        found.sum(-1), torch.ones(2, 3, 2, N + 1).double()
    )
    z = model.embed(x)
    for k, block in enumerate(model.blocks):
        torch.testing.assert_close(block.weights(z), found[:, k])
        z = block(z)
    torch.testing.assert_close(model.head(model.norm(z[:, 0])), model(x))


def test_rollout_and_distance_are_their_loops():
    model = build()
    weights = model.weights(images())
    rolled, far = attention.rollout(weights), vit.distances(weights, SMALL.grid)
    for one, found in zip(weights, rolled, strict=True):
        torch.testing.assert_close(found, spec.rollout(list(one)))
    for layer in range(3):
        for head in range(2):
            each = [
                spec.attention_distance(one[layer, head], SMALL.grid)
                for one in weights
            ]
            torch.testing.assert_close(far[layer, head], sum(each) / len(each))


def test_distances_of_known_weights():
    """Who looks at itself alone looks nowhere; who looks at all alike looks as
    far as the places are apart.
    """
    own = torch.eye(5).expand(1, 1, 1, 5, 5)
    assert vit.distances(own, 2).item() == 0
    even = torch.full((1, 1, 1, 5, 5), 0.2)
    mean = (0 + 1 + 1 + 2**0.5) / 4
    assert vit.distances(even, 2).item() == pytest.approx(mean)


def test_a_stem_of_convolutions_makes_as_many_patches():
    config = replace(SMALL, side=8, patch=4, stem="convolutions")
    model = vit.build(config, torch.Generator().manual_seed(1)).eval()
    x = torch.rand(2, 3, 8, 8)
    assert model.patches(x).shape == (2, 4, SMALL.width)
    assert model(x).shape == (2, 5)
    _, *outer = gradients(model.patches(x)[0, 0].sum(), x.requires_grad_())
    assert not outer


@pytest.mark.parametrize(
    "wrong, says",
    [
        (torch.rand(2, 1, 6, 6), r"\(B, 3, 6, 6\): shape=\(2, 1, 6, 6\)"),
        (torch.rand(3, 6, 6), r"shape=\(3, 6, 6\)"),
        (torch.ones(1, 3, 6, 6, dtype=torch.uint8), "not torch.uint8"),
        (255 * torch.ones(1, 3, 6, 6), r"0 to 1: 255 \.\. 255"),
        (torch.full((1, 3, 6, 6), torch.nan), "0 to 1: nan"),
    ],
)
def test_what_is_no_image_is_refused(wrong, says):
    model = vit.build(SMALL)
    with refused(says):
        model(wrong)


def test_no_image_has_no_answer():
    assert vit.build(SMALL)(torch.rand(0, 3, 6, 6)).shape == (0, 5)


def test_weights_of_transformers_give_its_logits(tmp_path):
    """From its model, and from its file, whose names are older."""
    from safetensors.torch import load_file

    model = published_vit(num_hidden_layers=2, image_size=12)
    x = images(side=12).float()
    with torch.no_grad():
        wanted = model(pixel_values=2 * x - 1).logits
    model.save_pretrained(tmp_path)
    stored = load_file(tmp_path / "model.safetensors")
    for state in (model.state_dict(), stored):
        for config in (model.config, model.config.to_dict()):
            ours = ViT.from_huggingface(config, state)
            with torch.no_grad():
                found = ours(x)
            torch.testing.assert_close(found, wanted, rtol=0, atol=1e-5)
    assert wanted.std() > 0.1
    more = stored | {"vit.pooler.dense.weight": torch.ones(16, 16)}
    same = model.config.to_dict() | {"hidden_act": "gelu_python"}
    with torch.no_grad():
        found = ViT.from_huggingface(same, more)(x)
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-5)
    old = huggingface.renamed(stored)
    assert old.keys() == huggingface.renamed(model.state_dict()).keys()


def test_what_does_not_fit_is_named():
    model = published_vit()
    config, state = model.config.to_dict(), model.state_dict()
    less = {k: w for k, w in state.items() if "fc1.bias" not in k}
    for fields, weights, says in (
        (config, less, "feed_forward.layer.wide.bias is absent"),
        (config | {"hidden_act": "relu"}, state, "hidden_act must be gelu"),
        (config | {"qkv_bias": False}, state, "qkv_bias must be True"),
        ({}, state, "image_size.* missing"),
        (config, {}, "classifier.bias missing"),
        (
            config | {"problem_type": "multi_label_classification"},
            state,
            "problem_type must be single_label_classification: multi",
        ),
    ):
        with refused(says):
            ViT.from_huggingface(fields, weights)
