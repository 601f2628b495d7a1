"""Low-rank adaptation: a cheap way to fine-tune. A matrix stays as it is, and
the product of two thin ones is added to it. Built in chapter 8.

Source: Hu et al. 2022, section 4.1.
"""

from collections.abc import Collection, Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.utils import parametrize

from attnbook import validation


class LowRank(nn.Module):
    """W + (alpha / rank) up down for a matrix W of `rows` and `columns`; `up`
    "rows rank" and `down` "rank columns" learn, W does not. (The paper calls
    them B and A.)

    `up` starts with zeros, so that nothing changes before training, `down` with
    numbers drawn by the generator. The scale is always alpha / rank. Raises
    ValueError for a rank outside 1 .. the smaller side of W.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        rank: int,
        alpha: float,
        generator: torch.Generator | None = None,
    ):
        super().__init__()
        validation.between(1, min(rows, columns), rank=rank)
        self.down = nn.Parameter(
            nn.init.kaiming_uniform_(
                torch.empty(rank, columns), generator=generator
            )
        )
        self.up = nn.Parameter(nn.init.zeros_(torch.empty(rows, rank)))
        self.scale = alpha / rank

    def forward(
        self, weight: Float[Tensor, "rows columns"]
    ) -> Float[Tensor, "rows columns"]:
        """The matrix that is used."""
        return weight + self.scale * self.up @ self.down


def adapt(
    model: nn.Module,
    rank: int,
    alpha: float,
    without: Collection[str] = (),
    generator: torch.Generator | None = None,
) -> None:
    """Freeze `model`, and let each matrix of its linear layers learn by
    `LowRank`, whose first numbers the generator draws, but for the layers named
    in `without`, which stay frozen.

    Raises ValueError, and leaves the model as it was, for a layer that is too
    small for the rank, or whose matrix is computed already, and for a name in
    `without` that no linear layer has.
    """
    layers = dict(_linear(model))
    unknown = set(without) - layers.keys()
    if unknown:
        raise ValueError(f"no linear layers: {', '.join(sorted(unknown))}")
    added = {
        layer: _fitted(name, layer, rank, alpha, generator)
        for name, layer in layers.items()
        if name not in without
    }
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for layer, low_rank in added.items():
        parametrize.register_parametrization(layer, "weight", low_rank)


def merge(model: nn.Module) -> None:
    """Write what was learned into the matrices: the same model without the
    additions, all of it free to learn again.

    Each adapted matrix is a new parameter, so that a table of embeddings to
    which it was tied stays as it was.
    """
    for _, layer in _linear(model):
        if _adapted(layer):
            weight = layer.weight.detach()
            parametrize.remove_parametrizations(layer, "weight", False)
            layer.weight = nn.Parameter(weight)
    for parameter in model.parameters():
        parameter.requires_grad_(True)


def _fitted(
    name: str,
    layer: nn.Linear,
    rank: int,
    alpha: float,
    generator: torch.Generator | None,
) -> LowRank:
    """What is added to a layer's matrix, checked."""
    if parametrize.is_parametrized(layer, "weight"):
        raise ValueError(
            f"layer {name!r} is adapted already, merge it first"
            if _adapted(layer)
            else f"the matrix of layer {name!r} is computed: leave it out"
        )
    try:
        sizes = layer.out_features, layer.in_features
        made = LowRank(*sizes, rank, alpha, generator)
    except ValueError as error:
        raise ValueError(f"layer {name!r}: {error}") from None
    return made.to(layer.weight)


def _adapted(layer: nn.Linear) -> bool:
    return any(isinstance(m, LowRank) for m in layer.modules())


def _linear(model: nn.Module) -> Iterator[tuple[str, nn.Linear]]:
    """The linear layers, each with its name."""
    return (
        (name, m)
        for name, m in model.named_modules()
        if isinstance(m, nn.Linear)
    )
