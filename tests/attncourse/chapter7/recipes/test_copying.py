"""Copying with a Transformer, in miniature."""

from dataclasses import replace

import torch

from attncourse.experiments import recipes
from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import SHORT, cells

COPYING = replace(
    recipes.load("copy-transformer"),
    longest=4,
    lengths=(3, 9),
    seeds=(1,),
    rows=2,
    updates=3,
    settings=SHORT,
)


def test_both_encodings_are_tested_at_every_length(tmp_path, runs):
    result = COPYING.run(Workspace(tmp_path), progress=False)
    assert cells(result.table("accuracy"), "attention", "length") == [
        (kind, n) for kind in COPYING.attentions for n in (3, 9)
    ]


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
