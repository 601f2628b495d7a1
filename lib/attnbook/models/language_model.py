"""A language model: one stack of blocks that predicts tokens from the tokens
around them. Built in chapter 10.

Source: Radford et al. 2018, section 3.1, for the causal one; Devlin et al.
2019, section 3.1, for the one that sees both sides; Touvron et al. 2023,
section 2.2, for the choices of today.
"""

from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from attnbook import blocks, masks, positions
from attnbook.cache import Cache
from attnbook.models import fields, fresh
from attnbook.models.decoder import check_range
from attnbook.models.stacks import Encoder

INNER = {
    "relu": blocks.FeedForward,
    "gelu": blocks.GELU,
    "swiglu": blocks.SwiGLU,
}
"""What can stand between two layers of attention."""


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model. Raises ValueError for fields that
    cannot be.
    """

    vocabulary: int
    width: int = 160  # D
    heads: int = 4
    hidden: int = 480  # inside the feed-forward layers
    layers: int = 4
    causal: bool = True  # a token sees the earlier ones alone, else all
    dropout: float = 0.0  # of embeddings, and of what each layer adds
    pad: int = 0
    normalisation: str = "layer"  # or rms
    feed_forward: str = "relu"  # or gelu, or swiglu
    positions: str = "sinusoidal"  # or learned, or rotary
    context: int = 0  # learned positions
    key_heads: int = 0  # shared by groups of heads; 0: each has its own
    bias: bool = True  # of all linear layers, the output's too

    def __post_init__(self):
        fields.check(
            self,
            zero=("hidden", "context", "key_heads"),
            normalisation=("layer", "rms"),
            feed_forward=tuple(INNER),
            positions=("sinusoidal", "learned", "rotary"),
        )
        if (self.positions == "learned") != bool(self.context):
            raise ValueError(
                "learned positions need a context, and only they: "
                f"positions={self.positions!r}, context={self.context}"
            )

    @property
    def encoder_layers(self) -> int:
        """Blocks of the stack."""
        return self.layers

    @property
    def block(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What each block is built from."""
        rotary = self.positions == "rotary"
        attention = {
            "key_heads": self.key_heads or None,
            "bias": self.bias,
            "position": positions.Rotary() if rotary else None,
        }
        return (self.width, self.heads, self.hidden, "pre", self.dropout), {
            "normalisation": self.normalisation,
            "attention": attention,
            "inner": partial(INNER[self.feed_forward], bias=self.bias),
        }

    @property
    def last(self) -> nn.Module:
        """The normalisation after the last block."""
        return blocks.NORMALISATIONS[self.normalisation](self.width)

    @property
    def places(self) -> nn.Module | None:
        """What tells embeddings their positions, if anything does."""
        if self.positions == "learned":
            return positions.Learned(self.context, self.width)
        if self.positions == "sinusoidal":
            return positions.Sinusoidal(self.width)
        return None


class LanguageModel(nn.Module):
    """Embeddings with their positions, a stack of blocks, and scores of all
    tokens by the same table.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(
            config.vocabulary, config.width, padding_idx=config.pad
        )
        bias = torch.zeros(config.vocabulary)
        self.bias = nn.Parameter(bias) if config.bias else None
        self.positions: Any = config.places
        self.dropout = nn.Dropout(config.dropout)
        self.encoder = Encoder(config)

    def forward(self, tokens: Int[Tensor, "B T"]) -> Float[Tensor, "B T N"]:
        """Logits at each position: of the next token, if the model is causal,
        else of the token that belongs there.

        Raises ValueError for tokens outside the vocabulary.
        """
        return self.logits(self.features(tokens))

    def features(self, tokens: Int[Tensor, "B T"]) -> Float[Tensor, "B T D"]:
        """What the stack makes of each token, before `logits`."""
        check_range(tokens, self.config.vocabulary)
        return self.encoder(self._embed(tokens), self._mask(tokens))

    def logits(self, features: Float[Tensor, "*_ D"]) -> Float[Tensor, "*_ N"]:
        """A score for every token."""
        return nn.functional.linear(features, self.embedding.weight, self.bias)

    def start(self, source: Int[Tensor, "B T"]) -> list[Cache]:
        """What is kept of the tokens so far; there may be none. Raises
        ValueError for a model that is not causal, for tokens outside the
        vocabulary, and for padding: what follows would stand behind it.
        """
        if not self.config.causal:
            raise ValueError("only a causal model writes on: causal=False")
        check_range(source, self.config.vocabulary)
        padded = (source == self.config.pad).any(1)
        if padded.any():
            raise ValueError(
                f"what a model goes on from has no padding: row "
                f"{int(padded.int().argmax())} has some; rows of one length "
                f"make a batch"
            )
        caches = [Cache() for _ in self.encoder.blocks]
        if source.shape[1]:
            x = self._embed(source)
            self.encoder(x, masks.causal(x.shape[1], device=x.device), caches)
        return caches

    def step(
        self, state: list[Cache], tokens: Int[Tensor, " B"]
    ) -> tuple[Float[Tensor, "B N"], list[Cache]]:
        """Log-probabilities of the next token after `tokens`, and the new
        state.
        """
        caches = [one.copy() for one in state]
        x = self._embed(tokens[:, None], len(caches[0]))
        x = self.encoder(x, None, caches)
        return self.logits(x[:, 0]).log_softmax(-1), caches

    def reorder(
        self, state: list[Cache], rows: Int[Tensor, " rows"]
    ) -> list[Cache]:
        """The state of the rows named, in that order; a row may be named
        several times.
        """
        return [one.reorder(rows) for one in state]

    def _mask(self, tokens: Tensor) -> Tensor:
        """Who may be seen. Padding stands at the end, so that a causal mask
        hides it, too.
        """
        if self.config.causal:
            return masks.causal(tokens.shape[1], device=tokens.device)
        return masks.padding(tokens, self.config.pad)

    def _embed(self, tokens: Tensor, begin: positions.Start = 0) -> Tensor:
        x = self.embedding(tokens) * self.config.width**0.5
        return self.dropout(self.positions(x, begin) if self.positions else x)


def build(
    config: Config, generator: torch.Generator | None = None
) -> LanguageModel:
    """A model with fresh weights from the generator, as
    `fresh.initialised` says.
    """
    return fresh.initialised(
        lambda: LanguageModel(config),
        lambda model: [model.embedding],
        generator,
    )
