"""How fast a Vision Transformer trains, beside the one of the package
vit-pytorch: ways take turns in one run, and medians of the rounds are compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook.heads import MultiHead
from attnbook.models import vit
from attncourse.chapter7.recipes.speed import rounds
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace

OURS, FUSED, THEIRS = "ours", "ours, fused kernel", "vit-pytorch"


@dataclass(frozen=True)
class Speed:
    """Images a second, forward alone and forward with backward, of models of
    the same sizes.
    """

    name: str = "vit-speed"
    models: tuple[vit.Config, ...] = (
        vit.Config(32, 4, 3, 10, 96, 4, 192, 4),
        vit.Config(64, 8, 3, 10, 192, 3, 768, 6),
    )
    batch: int = 64
    steps: int = 3  # of a round
    threads: int = 2
    rounds: int = 21

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained. Raises ModuleNotFoundError without the
        package vit-pytorch (`pip install attnbook[bench]`).
        """
        workspace.check_writable(self.name)
        before = torch.get_num_threads()
        torch.set_num_threads(self.threads)
        try:
            speed = [row for k in range(len(self.models)) for row in self.of(k)]
            return workspace.write(self, seconds=0.0, tables={"speed": speed})
        finally:
            torch.set_num_threads(before)

    def of(self, k: int) -> Rows:
        """The rows of one model."""
        config = self.models[k]
        x = torch.rand(self.batch, config.channels, config.side, config.side)
        labels = torch.arange(self.batch) % config.classes
        ways = {
            OURS: vit.build(config),
            FUSED: with_kernel(vit.build(config)),
            THEIRS: peer(config),
        }
        found: Rows = []
        for name, step in (("forward", forward), ("backward", backward)):
            times = rounds(
                {
                    way: partial(self.repeated, step, model, x, labels)
                    for way, model in ways.items()
                },
                self.rounds,
            )
            found += [
                {"model": k + 1, "pass": name, "way": way}
                | {"images": self.steps * self.batch / seconds}
                for way, seconds in times.items()
            ]
        return found

    def repeated(self, step: Callable[..., Any], *given: Any) -> None:
        """The steps of a round."""
        for _ in range(self.steps):
            step(*given)


SPEED = Speed()


@torch.no_grad()
def forward(model: nn.Module, x: Tensor, labels: Tensor) -> None:
    """The logits alone."""
    model(x)


def backward(model: nn.Module, x: Tensor, labels: Tensor) -> None:
    """The loss and its gradients."""
    model.zero_grad(set_to_none=True)
    F.cross_entropy(model(x), labels).backward()


def with_kernel(model: nn.Module) -> nn.Module:
    """The same with PyTorch's kernel for any number of keys."""
    for layer in model.modules():
        if isinstance(layer, MultiHead):
            layer.fused_from = 0
    return model


def peer(config: vit.Config) -> nn.Module:
    """That of vit-pytorch with the same sizes."""
    from vit_pytorch import ViT

    return ViT(
        image_size=config.side,
        patch_size=config.patch,
        num_classes=config.classes,
        dim=config.width,
        depth=config.layers,
        heads=config.heads,
        dim_head=config.width // config.heads,
        mlp_dim=config.hidden,
        channels=config.channels,
    )
