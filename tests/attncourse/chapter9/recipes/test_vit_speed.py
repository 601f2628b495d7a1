"""Speed of two models, in miniature: rows for each way, and a peer of the same
sizes.
"""

import sys
from copy import deepcopy
from dataclasses import replace

import pytest
import torch

from attnbook.heads import MultiHead
from attnbook.models import vit
from attncourse.chapter9.recipes import vit_speed
from attncourse.experiments.workspace import Workspace
from tests.attncourse.chapter9.recipes.toys import TINY, TOYS, package

SMALL = replace(TINY, layers=1)


def test_every_way_has_its_rows(monkeypatch, runs, tmp_path):
    asked, threads = package(monkeypatch), torch.get_num_threads()
    recipe = replace(TOYS["vit-speed"].recipe, threads=threads + 1)
    result = recipe.run(Workspace(tmp_path / "out"), progress=False)
    assert result.made["machine"]["threads"] == threads + 1
    assert torch.get_num_threads() == threads
    rows = result.table("speed").rows
    ways = [vit_speed.OURS, vit_speed.FUSED, vit_speed.THEIRS]
    assert [(row["pass"], row["way"]) for row in rows] == [
        (name, way) for name in ("forward", "backward") for way in ways
    ]
    assert all(row["images"] > 0 for row in rows)
    (how,) = asked
    assert how["dim"] == TINY.width and how["dim_head"] * 2 == how["dim"]


def test_one_way_takes_the_kernel_and_gives_the_same():
    ours = vit.build(SMALL, torch.Generator().manual_seed(1))
    fused = vit_speed.with_kernel(deepcopy(ours))
    (layer,) = (m for m in fused.modules() if isinstance(m, MultiHead))
    x = torch.rand(2, 1, 8, 8)
    assert layer.fused_from == 0 < MultiHead.fused_from
    assert (ours(x) - fused(x)).abs().max() < 1e-5


def test_without_the_package_it_is_named(monkeypatch, runs, tmp_path):
    monkeypatch.setitem(sys.modules, "vit_pytorch", None)
    with pytest.raises(ModuleNotFoundError, match="vit_pytorch"):
        vit_speed.SPEED.run(Workspace(tmp_path / "out"), progress=False)


def test_backward_leaves_gradients_and_forward_none():
    model, x = vit.build(SMALL), torch.rand(2, 1, 8, 8)
    vit_speed.forward(model, x, torch.tensor([0, 1]))
    assert model.token.grad is None
    vit_speed.backward(model, x, torch.tensor([0, 1]))
    assert model.token.grad.abs().sum() > 0
