"""The Transformer: an encoder and a decoder made of blocks, without recurrence.
Built in chapter 7.

Source: Vaswani et al. 2017; pre-norm as in Xiong et al. 2020.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from attnbook import masks, positions, validation
from attnbook.blocks import (
    BlockCache,
)
from attnbook.models import fields, pytorch
from attnbook.models.decoder import check_range
from attnbook.models.fresh import initialised
from attnbook.models.stacks import Decoder, Encoder
from attnbook.positions import Start


@dataclass(frozen=True)
class Config:
    """Sizes and choices of one model; `vocabulary` counts the tokens that both
    languages share. Raises ValueError for fields that cannot be; `build`
    refuses what no block takes, such as a norm that there is not.
    """

    vocabulary: int
    width: int = 160  # D
    heads: int = 4
    hidden: int = 480  # inside the feed-forward layers; 0: there are none
    encoder_layers: int = 4
    decoder_layers: int = 2
    norm: str = "pre"  # or post
    normalisation: str = "layer"  # or batch, or none
    residual: bool = True
    positions: bool = True  # sinusoidal, added to the embeddings
    scaled: bool = True  # embeddings are multiplied by sqrt(width)
    tied: bool = True  # one table for both languages and for the output
    dropout: float = 0.0  # of embeddings, and of what each layer adds
    pad: int = 0

    attention = "multi-head"

    def __post_init__(self):
        fields.check(self, zero=("hidden", "encoder_layers"))

    @property
    def block(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What each block is built from."""
        sizes = (self.width, self.heads, self.hidden, self.norm, self.dropout)
        choices = ("normalisation", "residual")
        return sizes, {name: getattr(self, name) for name in choices}

    @property
    def last(self) -> nn.Module:
        """A normalisation after the last block; what comes out would grow with
        the depth.
        """
        return (
            nn.LayerNorm(self.width)
            if self.normalisation == "layer"
            else nn.Identity()
        )


class State(NamedTuple):
    """What the model knows between two steps of decoding."""

    caches: list[BlockCache]  # one for each block of the decoder
    mask: Tensor  # B 1 1 S, of the source


class Untied(nn.Module):
    """Tables for the target and for the output, where they are not those of the
    source.
    """

    def __init__(self, vocabulary: int, width: int, pad: int):
        super().__init__()
        self.written = nn.Embedding(vocabulary, width, padding_idx=pad)
        self.output = nn.Parameter(torch.zeros(vocabulary, width))


class Transformer(nn.Module):
    """Embeddings with their positions, encoder, decoder, and scores of all
    tokens.
    """

    def __init__(self, config: Config):
        super().__init__()
        self.config = config
        shape = config.vocabulary, config.width
        self.embedding = nn.Embedding(*shape, padding_idx=config.pad)
        self.untied = None if config.tied else Untied(*shape, config.pad)
        self.bias = nn.Parameter(torch.zeros(config.vocabulary))
        self.positions = (
            positions.Sinusoidal(config.width) if config.positions else None
        )
        self.dropout = nn.Dropout(config.dropout)
        self.encoder, self.decoder = Encoder(config), Decoder(config)

    def forward(
        self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]
    ) -> Float[Tensor, "B T N"]:
        """Logits of the token after each target token, the true ones fed in
        (teacher forcing), all positions at once.
        """
        return self.logits(self.features(source, target))

    def features(
        self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]
    ) -> Float[Tensor, "B T D"]:
        """What the decoder makes of each target token, before `logits`.

        Raises ValueError for tokens outside the vocabulary, for a source
        without a token, and for another number of targets than of sources.
        """
        self._check(source, target)
        return self.decode(target, *self.encode(source))

    def encode(
        self, source: Int[Tensor, "B S"]
    ) -> tuple[Float[Tensor, "B S D"], Bool[Tensor, "B 1 1 S"]]:
        """The memory, and the mask that hides its padding."""
        mask = self._mask(source)
        return self.encoder(self._embed(source, self.embedding), mask), mask

    def decode(
        self,
        target: Int[Tensor, "B T"],
        memory: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "B 1 1 S"],
    ) -> Float[Tensor, "B T D"]:
        """Features of each target token: it sees the earlier ones, itself, and
        the memory.
        """
        check_range(target, self.config.vocabulary)
        y = self._embed(target, self._target_embedding)
        return self.decoder(y, memory, self._future(y), mask)

    def logits(self, features: Float[Tensor, "*_ D"]) -> Float[Tensor, "*_ N"]:
        """A score for every token."""
        table = self.untied.output if self.untied else self.embedding.weight
        return nn.functional.linear(features, table, self.bias)

    def start(self, source: Int[Tensor, "B S"]) -> State:
        """Read the source once; keep each decoder block's keys and values of
        it.
        """
        memory, mask = self.encode(source)
        return State(
            [block.new_cache(memory) for block in self.decoder.blocks], mask
        )

    def step(
        self, state: State, tokens: Int[Tensor, " B"]
    ) -> tuple[Float[Tensor, "B N"], State]:
        """Log-probabilities of the next token after `tokens`, and the new
        state.
        """
        caches = [one.copy() for one in state.caches]
        begin = len(caches[0].own)
        y = self._embed(tokens[:, None], self._target_embedding, begin)
        y = self.decoder(y, None, None, state.mask, caches)
        return self.logits(y[:, 0]).log_softmax(-1), State(caches, state.mask)

    def reorder(self, state: State, rows: Int[Tensor, " rows"]) -> State:
        """The state of the rows named, in that order; a row may be named
        several times.
        """
        return State(
            [one.reorder(rows) for one in state.caches],
            state.mask.index_select(0, rows),
        )

    def weights(
        self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]
    ) -> Float[Tensor, "B T S"]:
        """How much each step takes from each source position: the mean over
        the heads of the last decoder block but one, where words align best
        (Garg et al. 2019).
        """
        cross = self.all_weights(source, target)["cross"]
        return cross[max(0, len(cross) - 2)].mean(1)

    def all_weights(
        self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"]
    ) -> dict[str, list[Tensor]]:
        """The weights of every block, "B H T S" each: of the "encoder", of the
        decoder's "own" words, and "cross", of the decoder over the memory.
        """
        self._check(source, target)
        mask = self._mask(source)
        x = self._embed(source, self.embedding)
        y = self._embed(target, self._target_embedding)
        found: dict[str, list[Tensor]] = {"encoder": [], "own": [], "cross": []}
        for block in self.encoder.blocks:
            found["encoder"].append(block.weights(x, mask))
            x = block(x, mask)
        read = self.encoder.last(x), self._future(y), mask
        for block in self.decoder.blocks:
            for name, a in zip(
                ("own", "cross"), block.weights(y, *read), strict=True
            ):
                found[name].append(a)
            y = block(y, *read)
        return found

    def states(
        self, source: Int[Tensor, "B S"]
    ) -> list[Float[Tensor, "B S D"]]:
        """The words of the source before the first block of the encoder, and
        after each.
        """
        mask = self._mask(source)
        found = [self._embed(source, self.embedding)]
        for block in self.encoder.blocks:
            found.append(block(found[-1], mask))
        return found

    @classmethod
    def from_torch(
        cls,
        stacks: nn.Transformer,
        vocabulary: int,
        generator: torch.Generator | None = None,
        **choices: Any,
    ) -> "Transformer":
        """PyTorch's encoder and decoder with the same weights, as free to
        learn, between fresh embeddings; inputs are batch first, whatever
        `batch_first` says there.

        `choices` are the fields of a `Config` that the stacks leave open. While
        training PyTorch hides weights and hidden numbers, too. Raises
        ValueError for what our blocks have not: another activation, another
        eps, no bias, layers that differ, encoders and decoders of one's own.
        """
        config = Config(vocabulary, **pytorch.sizes(stacks), **choices)
        model = build(config, generator)
        pytorch.copy(stacks, model)
        return model.train(stacks.training)

    def _check(self, source: Tensor, target: Tensor) -> None:
        check_range(target, self.config.vocabulary)
        if len(source) != len(target):
            raise ValueError(
                f"one target for each source is needed: {len(source)} and "
                f"{len(target)}"
            )

    @property
    def _target_embedding(self) -> nn.Embedding:
        """The embeddings of the target."""
        return self.untied.written if self.untied else self.embedding

    def _mask(self, source: Tensor) -> Tensor:
        check_range(source, self.config.vocabulary)
        mask = masks.padding(source, self.config.pad)
        empty = ~mask.flatten(1).any(1)
        if validation.readable(empty) and empty.any():
            raise ValueError(
                f"every source needs at least one token: row "
                f"{int(empty.int().argmax())} has none"
            )
        return mask

    def _embed(
        self, tokens: Tensor, table: nn.Embedding, begin: Start = 0
    ) -> Tensor:
        x = table(tokens)
        if self.config.scaled:
            x = x * self.config.width**0.5
        if self.positions is not None:
            x = self.positions(x, begin)
        return self.dropout(x)

    def _future(self, y: Tensor) -> Tensor:
        """The mask that hides it; padding lies behind the last real token, so
        this hides padding, too.
        """
        return masks.causal(y.shape[1], device=y.device)


def build(
    config: Config, generator: torch.Generator | None = None
) -> Transformer:
    """A model with fresh weights from the generator, as `initialised` says."""
    return initialised(
        lambda: Transformer(config),
        lambda model: [model.embedding, model._target_embedding],
        generator,
    )
