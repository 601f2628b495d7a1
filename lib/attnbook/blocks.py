"""The blocks of a Transformer: attention and a feed-forward layer, each with a
way around it. Built in chapter 7.
"""

from typing import Any, Literal, NamedTuple

from jaxtyping import Bool, Float
from torch import Tensor, nn

from attnbook.cache import Cache
from attnbook.heads import MultiHead

Norm = Literal["pre", "post"]
Mask = Bool[Tensor, "#B #H #T #S"] | None
OwnMask = Bool[Tensor, "#B #H #T _"] | None
"""Over the words written so far, where S counts those of a memory."""


class FeedForward(nn.Module):
    """max(0, x W_1 + b_1) W_2 + b_2 at each position alone, with the same
    matrices at all of them; `hidden` numbers between.

    Source: Vaswani et al. 2017, equation 2. Raises ValueError for a size below
    1.
    """

    def __init__(self, width: int, hidden: int):
        super().__init__()
        if min(width, hidden) < 1:
            raise ValueError(
                f"sizes must be at least 1: width={width}, hidden={hidden}"
            )
        self.wide = nn.Linear(width, hidden)
        self.narrow = nn.Linear(hidden, width)

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        return self.narrow(self.wide(x).relu_())


class BatchNorm(nn.BatchNorm1d):
    """Each feature normalised over all positions of all sequences of a batch,
    padding included; chapter 7 shows what goes wrong.

    Source: Ioffe and Szegedy 2015, algorithm 1.
    """

    def forward(self, x: Float[Tensor, "B T D"]) -> Float[Tensor, "B T D"]:
        return super().forward(x.transpose(1, 2)).transpose(1, 2)


NORMALISATIONS = {
    "layer": nn.LayerNorm,
    "batch": BatchNorm,
    "none": nn.Identity,
}


class Around(nn.Module):
    """A layer and the way around it: x + layer(norm(x)) if the norm is "pre",
    norm(x + layer(x)) if "post".

    Dropout falls on what the layer adds. Without `residual` there is no way
    around: x is left out. Source: Vaswani et al. 2017, section 5.4, for "post";
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
    """Self-attention, then a feed-forward layer, each with a way around it.

    `choices` are those of `Around`; with `hidden` 0 there is no feed-forward
    layer. Source: Vaswani et al. 2017, section 3.1.
    """

    def __init__(
        self, width: int, heads: int, hidden: int, *args: Any, **choices: Any
    ):
        super().__init__()
        around = width, *args
        self.own = Around(MultiHead(width, heads), *around, **choices)
        self.feed_forward = _feed_forward(width, hidden, *args, **choices)

    def forward(
        self,
        x: Float[Tensor, "B S D"],
        mask: OwnMask | Mask = None,
        kept: Cache | None = None,
    ) -> Float[Tensor, "B S D"]:
        """The words after this block; with what was `kept`, x holds the new
        words alone.
        """
        return self.feed_forward(self.own(x, mask=mask, cache=kept))

    def weights(
        self, x: Float[Tensor, "B S D"], mask: Mask = None
    ) -> Float[Tensor, "B H S S"]:
        """The weights that `forward` reads with."""
        return self.own.layer.weights(self.own.read(x), mask=mask)


class Kept(NamedTuple):
    """What a decoder block keeps while it decodes: of the words written so far,
    and of the memory.
    """

    own: Cache
    cross: Cache

    def copy(self) -> "Kept":
        """The same content; the next word is added to the copy alone."""
        return Kept(self.own.copy(), self.cross)

    def reorder(self, rows: Tensor) -> "Kept":
        """That of the batch rows named."""
        return Kept(self.own.reorder(rows), self.cross.reorder(rows))


class DecoderBlock(nn.Module):
    """Masked self-attention, attention to the memory, a feed-forward layer,
    each with a way around it.

    Source: Vaswani et al. 2017, section 3.1.
    """

    def __init__(
        self, width: int, heads: int, hidden: int, *args: Any, **choices: Any
    ):
        super().__init__()
        around = width, *args
        self.own = Around(MultiHead(width, heads), *around, **choices)
        self.cross = Around(MultiHead(width, heads), *around, **choices)
        self.feed_forward = _feed_forward(width, hidden, *args, **choices)

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"] | None,
        mask: OwnMask = None,
        memory_mask: Mask = None,
        kept: Kept | None = None,
    ) -> Float[Tensor, "B T D"]:
        """The words after this block. `mask` must hide the future; with what
        was `kept`, x holds the new words alone, and no memory is needed.
        """
        new = kept.copy() if kept else None
        own, cross = new or (None, None)
        x = self.own(x, mask=mask, cache=own)
        x = self.cross(x, memory, memory_mask, cache=cross)
        if kept and new:
            kept.own.kept = new.own.kept  # neither layer refused
        return self.feed_forward(x)

    def keep(self, memory: Float[Tensor, "B S D"]) -> Kept:
        """What is kept before the first word."""
        return Kept(Cache(), self.cross.layer.remember(memory))

    def weights(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S D"],
        mask: OwnMask = None,
        memory_mask: Mask = None,
    ) -> tuple[Float[Tensor, "B H T T"], Float[Tensor, "B H T S"]]:
        """The weights that `forward` reads with: over the words, and over the
        memory.
        """
        own = self.own.layer.weights(self.own.read(x), mask=mask)
        read = self.cross.read(self.own(x, mask=mask))
        return own, self.cross.layer.weights(read, memory, memory_mask)


def _feed_forward(
    width: int, hidden: int, *args: Any, **choices: Any
) -> nn.Module:
    if not hidden:
        return nn.Identity()
    return Around(FeedForward(width, hidden), width, *args, **choices)
