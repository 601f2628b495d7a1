"""A Vision Transformer with two assumptions that a convolutional network makes:
what is close belongs together (a stem of convolutions), and a place is known by
its offset from the others. Measured for exercise 9.8.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn

from attnbook import positions
from attnbook.models import vit
from attnbook.models.fresh import seeded


class Offsets(positions.Position):
    """A learned number for each head and each offset between two places of a
    square grid, added to the scores.

    Source: Liu et al. 2021, equation 4.
    """

    def __init__(self, heads: int, side: int):
        super().__init__()
        self.side = side
        sides = 2 * side - 1, 2 * side - 1
        self.table = nn.Parameter(0.02 * torch.randn(heads, *sides))

    def bias(self, q: Tensor, k: Tensor) -> Float[Tensor, "1 H S S"]:
        """table[h, down, across], both counted from the middle."""
        place = torch.arange(self.side**2)
        down, across = (
            part - part[:, None] + self.side - 1
            for part in (place // self.side, place % self.side)
        )
        return self.table[None, :, down, across]


class OffsetViT(vit.ViT):
    """Without class token and positions: all that a patch knows of places is
    how far the others stand from it, and the answer is read from the mean.
    """

    def __init__(self, config: vit.Config):
        super().__init__(replace(config, positions=False))
        self.token: Any = None
        for block in self.blocks:
            block.own.layer.position = Offsets(config.heads, config.grid)

    def place(self, rows: Float[Tensor, "B P D"]) -> Float[Tensor, "B P D"]:
        """The embedded patches as they are."""
        return self.dropout(rows)

    def read(self, z: Float[Tensor, "B P D"]) -> Float[Tensor, "B D"]:
        """The mean of the normalised patches."""
        return self.norm(z).mean(1)


def stemmed(model: vit.ViT) -> vit.ViT:
    """The model with a stem for its patches, of an even side, which costs about
    as many parameters as the last block, so that one goes.

    Source: Xiao et al. 2021, section 4.
    """
    D, third = model.config.width, model.config.width // 3
    layers = (third, model.config.patch // 2), (2 * third, 1), (D, 2)
    model.patches = vit.Stem(model.config.channels, D, layers)
    model.blocks = model.blocks[:-1]
    return model


Build = Callable[[vit.Config, torch.Generator | None], vit.ViT]


def built(make: Callable[[vit.Config], vit.ViT]) -> Build:
    """What builds such a model with fresh weights from the generator, matrices
    as `vit.build` has them.
    """

    def build(
        config: vit.Config, generator: torch.Generator | None = None
    ) -> vit.ViT:
        return seeded(lambda: vit.initialise(make(config)), generator)

    return build


with_offsets = built(OffsetViT)
with_stem = built(lambda config: stemmed(vit.ViT(config)))
with_both = built(lambda config: stemmed(OffsetViT(config)))
