"""A small Transformer that answers at every place, with one of the encodings of
`positions`. Built in chapter 6.

Its layers normalise first (chapter 7) and have a feed-forward part of twice
their width.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import masks, positions
from attnbook.heads import MultiHead
from attnbook.models import fields
from attnbook.models.fresh import seeded
from attnbook.positions import Start

ENCODINGS = ("none", "sinusoidal", "learned", "shaw", "rotary", "alibi")


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model. `length` counts the rows of a learned
    table, `reach` the distances that have a vector of their own. Heads share
    the width. Raises ValueError for fields that cannot be.
    """

    tokens: int
    answers: int
    encoding: str = "none"
    causal: bool = True
    width: int = 64
    heads: int = 4
    layers: int = 2
    length: int = 256
    reach: int = 16

    def __post_init__(self):
        fields.check(self, encoding=ENCODINGS)
        if self.width % self.heads:
            raise ValueError(
                f"heads must divide width: width={self.width}, "
                f"heads={self.heads}"
            )


class Layer(nn.Module):
    """Attention, then two linear layers at each place alone; each reads a
    normalised input and adds to it.
    """

    def __init__(self, config: Config):
        super().__init__()
        width = config.width
        position = _inside(config)
        self.before = nn.LayerNorm(width)
        self.heads = MultiHead(width, config.heads, position=position)
        self.between = nn.LayerNorm(width)
        self.wide = nn.Linear(width, 2 * width)
        self.narrow = nn.Linear(2 * width, width)

    def forward(
        self, x: Float[Tensor, "B T D"], mask: Tensor | None, start: Start
    ) -> Float[Tensor, "B T D"]:
        x = x + self.heads(self.before(x), mask=mask, start=start)
        return x + self.narrow(F.relu(self.wide(self.between(x))))


class Tagger(nn.Module):
    """Embeddings, perhaps with their places, then layers, perhaps with theirs,
    then one linear layer.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config, width = config, config.width
        self.embedding = nn.Embedding(config.tokens, width)
        self.places = _added(config)
        self.layers = nn.ModuleList(Layer(config) for _ in range(config.layers))
        self.last = nn.LayerNorm(width)
        self.out = nn.Linear(width, config.answers)

    def forward(
        self, tokens: Int[Tensor, "B T"], start: Start = 0
    ) -> Float[Tensor, "B T N"]:
        """Logits of the answers; the first symbol stands at `start`."""
        return self.out(self.last(self.states(tokens, start)[-1]))

    def weights(
        self, tokens: Int[Tensor, "B T"], start: Start = 0
    ) -> list[Float[Tensor, "B H T T"]]:
        """The weights of each layer."""
        mask = self.mask(tokens.shape[1])
        return [
            layer.heads.weights(layer.before(x), mask=mask, start=start)
            for layer, x in zip(
                self.layers, self.states(tokens, start)[:-1], strict=True
            )
            if isinstance(layer, Layer)
        ]

    def states(
        self, tokens: Int[Tensor, "B T"], start: Start = 0
    ) -> list[Float[Tensor, "B T D"]]:
        """What enters each layer, and what leaves the last."""
        found, mask = [self.words(tokens, start)], self.mask(tokens.shape[1])
        for layer in self.layers:
            found.append(layer(found[-1], mask, start))
        return found

    def words(
        self, tokens: Int[Tensor, "B T"], start: Start = 0
    ) -> Float[Tensor, "B T D"]:
        """What enters the first layer."""
        x = self.embedding(tokens)
        return x if self.places is None else self.places(x, start)

    def mask(self, length: int) -> Tensor | None:
        """Which keys a query sees."""
        device = self.out.weight.device
        return (
            masks.causal(length, device=device) if self.config.causal else None
        )


def _added(config: Config) -> nn.Module | None:
    """The encoding that words pass before the first layer."""
    width = config.width
    if config.encoding == "sinusoidal":
        return positions.Sinusoidal(width)
    if config.encoding == "learned":
        # as large as the embeddings, beside which 0.02 is lost
        return positions.Learned(config.length, width, deviation=0.3)
    return None


def _inside(config: Config) -> positions.Position | None:
    """The encoding of one layer."""
    key_width = config.width // config.heads
    if config.encoding == "shaw":
        return positions.Shaw(key_width, config.reach, key_width)
    if config.encoding == "rotary":
        return positions.Rotary()
    if config.encoding == "alibi":
        return positions.Alibi(config.heads, symmetric=not config.causal)
    return None


def build(config: Config, generator: torch.Generator) -> Tagger:
    """A model with fresh weights from the generator; the global one stays as it
    was.
    """
    return seeded(lambda: Tagger(config), generator)
