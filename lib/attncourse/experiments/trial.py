"""One of the many small models of a recipe that compares."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeVar

import torch
from torch import nn

from attnbook.train import loop
from attnbook.train.run import Loss
from attncourse.experiments.workspace import Workspace

Model = TypeVar("Model", bound=nn.Module)
Rows = list[dict[str, Any]]


def fresh(seed: int, make: Callable[..., Model], *sizes: Any) -> Model:
    """A model with the fresh weights of that seed; other draws go on as if
    nothing had been drawn.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return make(*sizes)


def fit(
    recipe: Any,
    run: str,
    model: Model,
    batches: Callable[[torch.Generator], Sequence[Any]],
    loss: Loss,
    validation: Any,
    *,
    rate: float,
    seed: int,
    workspace: Workspace | None = None,
) -> tuple[Model, Rows]:
    """Train `model` with the recipe's settings and that learning rate: it, with
    the weights of its best epoch, and its history.

    `run` tells it from the other models of the recipe; `validation` is one
    batch. Without a workspace no checkpoints are written.
    """
    history = loop.fit(
        model,
        batches,
        loss,
        [validation],
        replace(recipe.settings, rate=rate),
        workspace.checkpoints(recipe.name, run) if workspace else None,
        seed=seed,
        fingerprint={"recipe": asdict(recipe), "run": run},
        progress=False,
    )
    return model.eval(), history
