"""The blocks of a Transformer: attention and a feed-forward layer, each with a
residual connection. Built in chapter 7.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import validation
from attnbook.cache import Cache
from attnbook.heads import MultiHead

Norm = Literal["pre", "post"]
Mask = Bool[Tensor, "#B #H #T #S"] | None
SelfMask = Bool[Tensor, "#B #H #T _"] | None
"""Over the words written so far, where S counts those of a memory."""


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2 at each position alone, with the same
    matrices at all of them; `hidden` numbers between.

    Source: Vaswani et al. 2017, equation 2. Raises ValueError for a size below
    1.
    """

    def __init__(self, width: int, hidden: int, bias: bool = True):
        super().__init__()
        validation.at_least(1, width=width, hidden=hidden)
        self.wide = nn.Linear(width, hidden, bias)
        self.narrow = nn.Linear(hidden, width, bias)

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        return self.narrow(self.wide(x).relu_())


class SwiGLU(FeedForward):
    """(SiLU(x W_g + b_g) * (x W_1 + b_1)) W_2 + b_2, where SiLU(z) is z times
    sigmoid(z): a gate decides how much of each hidden number passes.

    A third matrix, so with the same `hidden` half as many numbers again.
    Source: Shazeer 2020, equation 6. Built in chapter 10.
    """

    def __init__(self, width: int, hidden: int, bias: bool = True):
        super().__init__(width, hidden, bias)
        self.gate = nn.Linear(width, hidden, bias)

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        return self.narrow(F.silu(self.gate(x)) * self.wide(x))


class GELU(FeedForward):
    """GELU(x W_1 + b_1) W_2 + b_2, where GELU(z) is z times the chance that a
    standard normal number is below z; `approximate` "tanh" is close to it.

    Source: Hendrycks and Gimpel 2016, section 2.
    """

    approximate = "none"

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        return self.narrow(F.gelu(self.wide(x), approximate=self.approximate))


class BatchNorm(nn.BatchNorm1d):
    """Each feature normalised over all positions of all sequences of a batch,
    padding included; chapter 7 shows what goes wrong.

    Source: Ioffe and Szegedy 2015, algorithm 1.
    """

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        return super().forward(x.transpose(1, 2)).transpose(1, 2)


NORMALISATIONS = {
    "layer": nn.LayerNorm,
    "rms": nn.RMSNorm,
    "batch": BatchNorm,
    "none": nn.Identity,
}


class Residual(nn.Module):
    """A layer with its residual connection: x + layer(norm(x)) if the norm is
    "pre", norm(x + layer(x)) if "post".

    Dropout falls on what the layer adds. Without `residual` x is
    left out. Source: Vaswani et al. 2017, section 3.1, for "post";
    Xiong et al. 2020, table 1, for both. Raises ValueError for another norm or
    normalisation.
    """

    def __init__(
        self,
        layer: nn.Module,
        width: int,
        norm: Norm = "pre",
        dropout: float = 0.0,
        *,
        normalisation: str = "layer",
        residual: bool = True,
    ):
        super().__init__()
        for name, given, known in (
            ("norm", norm, ("pre", "post")),
            ("normalisation", normalisation, NORMALISATIONS),
        ):
            if given not in known:
                raise ValueError(
                    f"{name} must be one of {', '.join(known)}: "
                    f"{name}={given!r}"
                )
        self.layer: Any = layer
        self.first, self.residual = norm == "pre", residual
        self.norm = NORMALISATIONS[normalisation](width)
        self.dropout = nn.Dropout(dropout)

    def forward(
        self, x: Float[Tensor, "B T D"], *rest: Any, **more: Any
    ) -> Float[Tensor, "B T D"]:
        """What the layer adds to x; the layer gets the rest as it is."""
        added = self.dropout(self.layer(self.read(x), *rest, **more))
        x = x + added if self.residual else added
        return x if self.first else self.norm(x)

    def read(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        """What the layer is given."""
        return self.norm(x) if self.first else x


class EncoderBlock(nn.Module):
    """Self-attention, then a feed-forward layer, each with a residual
    connection.

    `choices` are those of `Residual`, `attention` those of `MultiHead`, `inner`
    makes the feed-forward layer of (width, hidden); with `hidden` 0 there is
    none. Source: Vaswani et al. 2017, section 3.1.
    """

    def __init__(
        self,
        width: int,
        heads: int,
        hidden: int,
        *args: Any,
        attention: Mapping[str, Any] = {},
        inner: Callable[[int, int], nn.Module] = FeedForward,
        **choices: Any,
    ):
        super().__init__()
        layer = MultiHead(width, heads, **attention)
        self.own = Residual(layer, width, *args, **choices)
        self.feed_forward = _feed_forward(
            inner, width, hidden, *args, **choices
        )

    def forward(
        self,
        x: Float[Tensor, "B S D"],
        mask: SelfMask | Mask = None,
        cache: Cache | None = None,
    ) -> Float[Tensor, "B S D"]:
        """The words after this block; with a `cache`, x holds the new
        words alone.
        """
        return self.feed_forward(self.own(x, mask=mask, cache=cache))

    def weights(
        self, x: Float[Tensor, "B S D"], mask: Mask = None
    ) -> Float[Tensor, "B H S S"]:
        """The weights that `forward` reads with."""
        return self.own.layer.weights(self.own.read(x), mask=mask)


class BlockCache(NamedTuple):
    """Keys and values that a decoder block keeps while it decodes: of the words
    written so far, and of the memory.
    """

    own: Cache
    cross: Cache

    def copy(self) -> "BlockCache":
        """The same content; the next word is added to the copy alone."""
        return BlockCache(self.own.copy(), self.cross)

    def reorder(self, rows: Tensor) -> "BlockCache":
        """That of the batch rows named."""
        return BlockCache(self.own.reorder(rows), self.cross.reorder(rows))


class DecoderBlock(nn.Module):
    """Masked self-attention, attention to the memory, a feed-forward layer,
    each with a residual connection.

    Source: Vaswani et al. 2017, section 3.1.
    """

    def __init__(
        self, width: int, heads: int, hidden: int, *args: Any, **choices: Any
    ):
        super().__init__()
        sizes = width, *args
        self.own = Residual(MultiHead(width, heads), *sizes, **choices)
        self.cross = Residual(MultiHead(width, heads), *sizes, **choices)
        self.feed_forward = _feed_forward(
            FeedForward, width, hidden, *args, **choices
        )

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"] | None,
        mask: SelfMask = None,
        memory_mask: Mask = None,
        cache: BlockCache | None = None,
    ) -> Float[Tensor, "B T D"]:
        """The words after this block. `mask` must hide the future; with a
        `cache`, x holds the new words alone, and no memory is needed.
        """
        new = cache.copy() if cache else None
        own, cross = new or (None, None)
        x = self.own(x, mask=mask, cache=own)
        x = self.cross(x, memory, memory_mask, cache=cross)
        if cache and new:
            cache.own.pair = new.own.pair  # neither layer refused
        return self.feed_forward(x)

    def new_cache(self, memory: Float[Tensor, "B S D"]) -> BlockCache:
        """The cache before the first word."""
        return BlockCache(Cache(), self.cross.layer.cache_memory(memory))

    def weights(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: SelfMask = None,
        memory_mask: Mask = None,
    ) -> tuple[Float[Tensor, "B H T T"], Float[Tensor, "B H T S"]]:
        """The weights that `forward` reads with: over the words, and over the
        memory.
        """
        own = self.own.layer.weights(self.own.read(x), mask=mask)
        read = self.cross.read(self.own(x, mask=mask))
        return own, self.cross.layer.weights(read, memory, memory_mask)


def _feed_forward(
    inner: Callable[[int, int], nn.Module],
    width: int,
    hidden: int,
    *args: Any,
    **choices: Any,
) -> nn.Module:
    """What `inner` makes, with its residual connection; none if hidden=0."""
    if not hidden:
        return nn.Identity()
    return Residual(inner(width, hidden), width, *args, **choices)
