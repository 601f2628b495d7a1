"""Low-rank adaptation: a cheap way to fine-tune. A matrix stays as it is, and
the product of two thin ones is added to it. Built in chapter 8.

Source: Hu et al. 2022, section 4.1.
"""

from collections.abc import Iterator

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.utils import parametrize


class LowRank(nn.Module):
    """W + (alpha / rank) up down for a matrix W of `rows` and `columns`; `up`
    "rows rank" and `down` "rank columns" learn, W does not. (The paper calls
    them B and A.)

    `up` starts with zeros, so that nothing changes before training. The scale
    is always alpha / rank. Raises ValueError for a rank outside 1 .. the
    smaller side of W.
    """

    def __init__(self, rows: int, columns: int, rank: int, alpha: float):
        super().__init__()
        if not 1 <= rank <= min(rows, columns):
            raise ValueError(
                f"rank must lie in 1 .. {min(rows, columns)}: rank={rank}"
            )
        self.down = nn.Parameter(
            nn.init.kaiming_uniform_(torch.empty(rank, columns))
        )
        self.up = nn.Parameter(nn.init.zeros_(torch.empty(rows, rank)))
        self.scale = alpha / rank

    def forward(
        self, weight: Float[Tensor, "rows columns"]
    ) -> Float[Tensor, "rows columns"]:
        """The matrix that is used."""
        return weight + self.scale * self.up @ self.down


def adapt(model: nn.Module, rank: int, alpha: float) -> None:
    """Freeze `model`, and let each matrix of its linear layers learn by
    `LowRank`. Raises as that does, and ValueError for a model that is adapted.
    """
    if any(parametrize.is_parametrized(layer) for layer in _linear(model)):
        raise ValueError("this model is adapted already: merge it first")
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    for layer in _linear(model):
        sizes = layer.out_features, layer.in_features
        added = LowRank(*sizes, rank, alpha).to(layer.weight)
        parametrize.register_parametrization(layer, "weight", added)


def merge(model: nn.Module) -> None:
    """Write what was learned into the matrices: the same model without the
    additions, all of it free to learn again.
    """
    for layer in _linear(model):
        if parametrize.is_parametrized(layer):
            parametrize.remove_parametrizations(layer, "weight")
    for parameter in model.parameters():
        parameter.requires_grad_(True)


def _linear(model: nn.Module) -> Iterator[nn.Linear]:
    return (m for m in model.modules() if isinstance(m, nn.Linear))
