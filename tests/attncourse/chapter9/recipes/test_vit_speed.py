"""Speed of two models, in miniature: rows for each way, and a peer of the same
sizes.
"""

import sys
from copy import deepcopy
from dataclasses import replace
from types import ModuleType

import pytest
import torch

from attnbook.heads import MultiHead
from attnbook.models import vit
from attncourse.chapter9.recipes import vit_speed
from attncourse.experiments.workspace import Workspace

SMALL = vit.Config(8, 4, 1, 3, 8, 2, 8, 1)


@pytest.fixture
def package(monkeypatch):
    """A package vit-pytorch that builds our model, and what it was asked."""
    asked = []

    class ViT(vit.ViT):
        def __init__(self, **how):
            asked.append(how)
            super().__init__(SMALL)

    module = ModuleType("vit_pytorch")
    module.ViT = ViT
    monkeypatch.setitem(sys.modules, "vit_pytorch", module)
    return asked


def test_every_way_has_its_rows(package, runs, tmp_path):
    threads = torch.get_num_threads()
    small = {"models": (SMALL,), "batch": 4, "steps": 1, "rounds": 1}
    recipe = replace(vit_speed.SPEED, threads=threads + 1, **small)
    result = recipe.run(Workspace(tmp_path / "out"), progress=False)
    assert result.made["machine"]["threads"] == threads + 1
    assert torch.get_num_threads() == threads
    rows = result.table("speed").rows
    ways = [vit_speed.OURS, vit_speed.FUSED, vit_speed.THEIRS]
    assert [(row["pass"], row["way"]) for row in rows] == [
        (name, way) for name in ("forward", "backward") for way in ways
    ]
    assert all(row["images"] > 0 for row in rows)
    (how,) = package
    assert how["dim"] == SMALL.width and how["dim_head"] * 2 == how["dim"]


def test_one_way_takes_the_kernel_and_gives_the_same(package):
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
