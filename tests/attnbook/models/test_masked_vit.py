"""A hidden patch is not seen; what is learned is a Vision Transformer."""

import torch

from attnbook import patches
from attnbook.models import vit
from attnbook.models.masked_vit import MaskedViT
from tests.toys import refused

SIZES = vit.Config(6, 2, channels=3, width=8, heads=2, hidden=11, layers=2)


def build(config: vit.Config = SIZES) -> MaskedViT:
    torch.manual_seed(1)
    return MaskedViT(vit.build(config)).eval()


def pixels(count: int = 3) -> torch.Tensor:
    generator = torch.Generator().manual_seed(2)
    return torch.rand(count, 3, 6, 6, generator=generator)


def test_what_is_hidden_changes_no_prediction_and_what_is_seen_does():
    model, x = build(), pixels().requires_grad_()
    hidden = torch.zeros(3, 9, dtype=torch.bool)
    hidden[:, [1, 5]] = True
    said = model(x, hidden)
    assert said.shape == (3, 9, 12)
    (gradient,) = torch.autograd.grad(said.square().sum(), x)
    moves = patches.patchify(gradient, 2).norm(dim=-1) > 0
    assert torch.equal(moves, ~hidden)


def test_with_nothing_hidden_its_rows_are_those_of_the_vit():
    model, x = build(), pixels()
    z = model.vit.embed(x)
    for block in model.vit.blocks:
        z = block(z)
    wanted = model.head(model.vit.norm(z[:, 1:]))
    torch.testing.assert_close(model(x, torch.zeros(3, 9).bool()), wanted)


def test_a_stem_that_sees_hidden_patches_is_refused():
    sizes = vit.Config(8, 2, stem="convolutions")
    with refused("stem='convolutions'"):
        MaskedViT(vit.build(sizes))
