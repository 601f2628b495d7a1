"""The blocks of a Transformer, one word after the other."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from attncourse.spec.attention import Mask, causal
from attncourse.spec.heads import Head, multihead
from attncourse.spec.scores import times


class Norm(NamedTuple):
    """What a layer normalisation has learned."""

    gain: Float[Tensor, " D"]
    shift: Float[Tensor, " D"]


class Heads(NamedTuple):
    """What a layer of attention has learned."""

    heads: Sequence[Head]
    W_o: Float[Tensor, "D _"]
    b_o: Float[Tensor, " D"]


class Between(NamedTuple):
    """What a feed-forward layer has learned."""

    W_1: Float[Tensor, "F D"]
    b_1: Float[Tensor, " F"]
    W_2: Float[Tensor, "D F"]
    b_2: Float[Tensor, " D"]


def layer_norm(
    x: Float[Tensor, " D"], norm: Norm, eps: float = 1e-5
) -> Float[Tensor, " D"]:
    """gain (x - mean) / sqrt(variance + eps) + shift; mean and variance are
    those of the features of one word. Ba et al. 2016, equation 4.
    """
    D = len(x)
    mean = sum(x) / D
    variance = sum((x_d - mean) ** 2 for x_d in x) / D
    root = torch.sqrt(variance + eps)
    return torch.stack(
        [norm.gain[d] * (x[d] - mean) / root + norm.shift[d] for d in range(D)]
    )


def feed_forward(x: Float[Tensor, " D"], parts: Between) -> Float[Tensor, " D"]:
    """max(0, x W_1 + b_1) W_2 + b_2, of one word. Vaswani et al. 2017, equation
    2.
    """
    hidden = times(parts.W_1, x) + parts.b_1
    kept = torch.stack([h if h > 0 else torch.zeros_like(h) for h in hidden])
    return times(parts.W_2, kept) + parts.b_2


def at_each_word(
    function: Callable[[Tensor], Tensor],
) -> Callable[[Tensor], Tensor]:
    """The function of one word, applied to each word of a table alone."""
    return lambda x: torch.stack([function(row) for row in x])


def around(
    x: Float[Tensor, "T D"],
    layer: Callable[[Tensor], Tensor],
    norm: Norm,
    *,
    first: bool = True,
) -> Float[Tensor, "T D"]:
    """x + layer(norm(x)) if the norm comes first, else norm(x + layer(x)).
    Xiong et al. 2020, table 1.
    """

    normalised = at_each_word(lambda row: layer_norm(row, norm))
    return x + layer(normalised(x)) if first else normalised(x + layer(x))


def encoder_block(
    x: Float[Tensor, "S D"],
    own: tuple[Heads, Norm],
    between: tuple[Between, Norm],
    mask: Mask = None,
    *,
    first: bool = True,
) -> Float[Tensor, "S D"]:
    """Self-attention, then the feed-forward layer at each word, each with a way
    around it. Vaswani et al. 2017, section 3.1.
    """
    x = around(x, lambda y: multihead(y, y, *own[0], mask), own[1], first=first)
    layer = at_each_word(lambda y: feed_forward(y, between[0]))
    return around(x, layer, between[1], first=first)


def decoder_block(
    x: Float[Tensor, "T D"],
    memory: Float[Tensor, "S D"],
    own: tuple[Heads, Norm],
    cross: tuple[Heads, Norm],
    between: tuple[Between, Norm],
    memory_mask: Mask = None,
    *,
    first: bool = True,
) -> Float[Tensor, "T D"]:
    """Self-attention over earlier words and the word itself, attention to the
    memory, the feed-forward layer. Vaswani et al. 2017, section 3.1.
    """
    T = len(x)
    x = around(
        x,
        lambda y: multihead(y, y, *own[0], causal(T, T)),
        own[1],
        first=first,
    )
    x = around(
        x,
        lambda y: multihead(y, memory, *cross[0], memory_mask),
        cross[1],
        first=first,
    )
    layer = at_each_word(lambda y: feed_forward(y, between[0]))
    return around(x, layer, between[1], first=first)
