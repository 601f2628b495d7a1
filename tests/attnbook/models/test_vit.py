"""The Vision Transformer equals its equations; what moves with the patches and
what does not; weights of another package.
"""

from dataclasses import replace

import pytest
import torch
from safetensors.torch import load_file
from torch.nn import functional as F

from attnbook import patches
from attnbook.models import huggingface, vit
from attnbook.models.vit import Config, ViT
from attncourse import spec
from tests.attnbook.models.toys import published_vit
from tests.toys import assert_same, refused

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

    def normed(norm, rows):
        given = spec.Norm(norm.weight, norm.bias)
        return torch.stack([spec.layer_norm(row, given) for row in rows])

    E = model.patches.embed
    x = [
        spec.times(E.weight, row) + E.bias
        for row in spec.patchify(2 * image - 1, model.config.patch)
    ]
    z = torch.stack([model.token, *x]) + model.positions.table
    for block in model.blocks:
        layer, y = block.own.layer, normed(block.own.norm, z)
        three = layer.query, layer.key, layer.value
        heads = zip(*(m(y).chunk(2, 1) for m in three), strict=True)
        read = [
            torch.softmax(q @ k.T / q.shape[1] ** 0.5, -1) @ v
            for q, k, v in heads
        ]
        z = layer.out(torch.cat(read, 1)) + z
        between = block.feed_forward
        wide, narrow = between.layer.wide, between.layer.narrow
        z = narrow(F.gelu(wide(normed(between.norm, z)))) + z
    (y,) = normed(model.norm, z[:1])
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


def test_a_stem_of_convolutions_makes_as_many_patches():
    config = replace(SMALL, side=8, patch=4, stem="convolutions")
    model = vit.build(config, torch.Generator().manual_seed(1)).eval()
    x = torch.rand(2, 3, 8, 8)
    assert model.patches(x).shape == (2, 4, SMALL.width)
    assert model(x).shape == (2, 5)


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
    assert model(wrong.new_zeros(0, 3, 6, 6).float()).shape == (0, 5)


@torch.no_grad()
def test_weights_of_transformers_give_its_logits(tmp_path):
    """From its model, and from its file, whose names are older and which may
    hold more.
    """
    model = published_vit(num_hidden_layers=2, image_size=12)
    x, config = images(side=12).float(), model.config.to_dict()
    wanted = model(pixel_values=2 * x - 1).logits
    assert wanted.std() > 0.1
    model.save_pretrained(tmp_path)
    stored = load_file(tmp_path / "model.safetensors")
    more = stored | {"vit.pooler.dense.weight": torch.ones(16, 16)}
    for fields, state in (
        (model.config, model.state_dict()),
        (config, stored),
        (config | {"hidden_act": "gelu_python"}, more),
    ):
        found = ViT.from_huggingface(fields, state)(x)
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
