"""Blocks, one on top of the other: the encoder and decoder of a Transformer.
Built in chapter 7.
"""

from typing import Any

from jaxtyping import Float
from torch import Tensor, nn

from attnbook.blocks import (
    BlockCache,
    DecoderBlock,
    EncoderBlock,
    Mask,
    SelfMask,
)
from attnbook.cache import Cache


class Encoder(nn.Module):
    """Blocks, one on top of the other, and a last normalisation; of the sizes
    and choices of a `transformer.Config`.
    """

    def __init__(self, config: Any):
        super().__init__()
        sizes, choices = config.block
        self.blocks: Any = nn.ModuleList(
            EncoderBlock(*sizes, **choices)
            for _ in range(config.encoder_layers)
        )
        self.last = config.last

    def forward(
        self,
        x: Float[Tensor, "B S D"],
        mask: SelfMask | Mask = None,
        caches: list[Cache] | None = None,
    ) -> Float[Tensor, "B S D"]:
        """The memory: what the top block makes of the words. With `caches`, one
        for each block, x holds the new words alone.
        """
        for i, block in enumerate(self.blocks):
            x = block(x, mask, cache=caches and caches[i])
        return self.last(x)


class Decoder(nn.Module):
    """Blocks that read one memory, and a last normalisation; of the sizes and
    choices of a `transformer.Config`.
    """

    def __init__(self, config: Any):
        super().__init__()
        sizes, choices = config.block
        self.blocks: Any = nn.ModuleList(
            DecoderBlock(*sizes, **choices)
            for _ in range(config.decoder_layers)
        )
        self.last = config.last

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"] | None,
        mask: SelfMask = None,
        memory_mask: Mask = None,
        caches: list[BlockCache] | None = None,
    ) -> Float[Tensor, "B T D"]:
        """What the top block makes of the words; see `DecoderBlock`."""
        for i, block in enumerate(self.blocks):
            x = block(x, memory, mask, memory_mask, caches and caches[i])
        return self.last(x)
