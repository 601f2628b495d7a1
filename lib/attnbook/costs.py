"""What a Transformer costs before anyone builds it: numbers to learn,
operations, what a training keeps in memory, what a cache keeps.

Operations are those of products of matrices, two for each multiplication and
addition; everything else is small. Source: Kaplan et al. 2020, table 1, with
attention; Korthikanti et al. 2022, section 4, for the memory.
"""

from dataclasses import dataclass
from functools import singledispatch
from importlib import import_module
from typing import Any, NamedTuple

import torch

from attnbook.models import language_model, transformer, vit

KEPT = {"relu": 1, "gelu": 2, "swiglu": 4}
"""Hidden features of a token that a feed-forward layer keeps, in its
`hidden`.
"""


@dataclass(frozen=True)
class Stack:
    """Blocks of one kind, and the sequence that they read."""

    layers: int
    width: int
    heads: int
    hidden: int
    tokens: int  # T
    memory: int = 0  # S, of a decoder block; 0: none
    key_heads: int = 0  # 0: as many as heads
    rms: bool = False
    rotary: bool = False
    inner: str = "relu"  # or gelu, or swiglu
    causal: bool = False  # then each block keeps a mask, T x T

    @property
    def shared(self) -> float:
        """Keys and values, as a share of the width."""
        return (self.key_heads or self.heads) / self.heads

    def attention(self) -> float:
        """Operations of self-attention on one sequence, forward."""
        T, D = self.tokens, self.width
        each = (2 + 2 * self.shared) * T * D * D + 2 * T * T * D
        return 2.0 * self.layers * each

    def operations(self) -> float:
        """Of one sequence, forward."""
        T, S, D = self.tokens, self.memory, self.width
        cross = (2 * T + 2 * S) * D * D + 2 * T * S * D if S else 0
        inner = (3 if self.inner == "swiglu" else 2) * T * D * self.hidden
        return self.attention() + 2.0 * self.layers * (cross + inner)

    def kept(self) -> float:
        """Numbers of one sequence that stay until the backward pass, in
        training without dropout: what each norm, linear layer and fused
        attention reads. The mask, which all sequences share, is not in it.
        """
        T, S, D = self.tokens, self.memory, self.width
        norm = T * (3 * D + 1 if self.rms else 2 * D + 2)
        copied = T * D if self.rotary else 0
        own = norm + T * (4 * D + self.heads) + copied
        cross = norm + T * (2 * D + self.heads) + 2 * S * D if S else 0
        inner = norm + T * self.hidden * KEPT[self.inner] if self.hidden else 0
        return float(self.layers * (own + cross + inner))

    def cached(self) -> float:
        """Numbers that one sequence leaves in the cache, if it is causal."""
        if not self.causal:
            return 0.0
        own = 2 * self.tokens * self.width * self.shared
        return self.layers * (own + 2 * self.memory * self.width)


class Costs(NamedTuple):
    """Of some sequences, pairs or images."""

    parameters: int
    operations: float  # forward; a training step takes three times as many
    kept: float  # numbers that stay for the backward pass
    cached: float  # numbers


def parameters(config: Any) -> int:
    """How many numbers a model learns, of any size: none is stored."""
    with torch.device("meta"):
        model = import_module(type(config).__module__).build(config)
    return sum(p.numel() for p in model.parameters())


@singledispatch
def costs(config: Any, batch: int, *lengths: int) -> Costs:
    """What a model costs on a batch of sequences of so many tokens, without
    dropout. For one that translates, `lengths` are those of target and source;
    a Vision Transformer counts its patches itself. Raises TypeError for another
    configuration, and ValueError for one with parts that are not counted here.
    """
    kind = type(config)
    raise TypeError(f"no costs of {kind.__module__}.{kind.__qualname__}")


@costs.register
def _(config: language_model.Config, batch: int, tokens: int) -> Costs:
    stack = Stack(
        config.layers,
        config.width,
        config.heads,
        config.hidden,
        tokens,
        key_heads=config.key_heads,
        rms=config.normalisation == "rms",
        rotary=config.positions == "rotary",
        inner=config.feed_forward,
        causal=config.causal,
    )
    return _summed(config, config.vocabulary, batch, stack)


@costs.register
def _(
    config: transformer.Config, batch: int, tokens: int, memory: int
) -> Costs:
    _only(config, "normalisation", "layer")
    sizes = config.width, config.heads, config.hidden
    encoder = Stack(config.encoder_layers, *sizes, memory)
    decoder = Stack(config.decoder_layers, *sizes, tokens, memory, causal=True)
    return _summed(config, config.vocabulary, batch, decoder, encoder)


@costs.register
def _(config: vit.Config, batch: int) -> Costs:
    _only(config, "stem", vit.Config.stem)
    patches = config.grid**2
    stack = Stack(
        config.layers,
        config.width,
        config.heads,
        config.hidden,
        patches + 1,
        inner="gelu",
    )
    pixels = config.channels * config.patch**2
    ends = 2.0 * config.width * (patches * pixels + config.classes)
    found = _summed(config, 0, batch, stack)
    return found._replace(
        operations=found.operations + batch * ends,
        kept=found.kept + batch * patches * pixels,
    )


def _only(config: Any, field: str, counted: str) -> None:
    if (given := getattr(config, field)) != counted:
        raise ValueError(
            f"only {field}={counted!r} is counted here: {field}={given!r}"
        )


def _summed(config: Any, vocabulary: int, batch: int, *stacks: Stack) -> Costs:
    """Stacks with their last norms, the scores of all tokens after the first of
    them, and the log-probabilities that the loss keeps.
    """
    T, D = stacks[0].tokens, stacks[0].width
    scores = 2.0 * T * D * vocabulary
    norms = sum(s.tokens * (3 if s.rms else 2) * s.width for s in stacks)
    masks = sum(s.layers * s.tokens**2 for s in stacks if s.causal)
    return Costs(
        parameters(config),
        batch * (scores + sum(stack.operations() for stack in stacks)),
        batch * (norms + T * vocabulary + sum(stack.kept() for stack in stacks))
        + masks,
        batch * sum(stack.cached() for stack in stacks),
    )
