"""Copying with a Transformer, in miniature."""

import torch

from attncourse.experiments import recipes

COPYING = recipes.load("copy-transformer")


def test_random_starts_move_both_sides_alike_while_training():
    model = COPYING.fresh({"attention": "random starts"}, 1)
    model.dropout.p = 0.0
    source = torch.tensor([[5, 6, 7]])
    torch.manual_seed(4)
    with torch.no_grad():
        first, second = model(source, source), model(source, source)
        assert not torch.equal(first, second)
        begin = model.positions.first
        assert 0 < begin < COPYING.reach
        model.eval()
        assert torch.equal(model(source, source), model(source, source))
        assert model.positions.first == 0
        plain = COPYING.fresh({"attention": "sinusoidal"}, 1).eval()
        assert torch.equal(plain(source, source), model(source, source))
