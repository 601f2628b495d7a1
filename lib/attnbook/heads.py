"""Attention as a layer with several heads. Built in chapter 5.

Words stand in rows: inputs are "B T D", memories "B S M".
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import attention, validation
from attnbook.cache import Cache
from attnbook.positions import Position, Start

Mask = Bool[Tensor, "#B #H #T #S"] | None


class MultiHead(nn.Module):
    """H heads of attention side by side, each with its own query, key and value
    of the input, then one linear layer over all that they read.

    `x` asks, `memory` answers; without a memory `x` answers itself, which is
    self-attention. `key_width` K and `value_width` V are those of one head, by
    default width / heads. With fewer `key_heads` than heads, neighbouring
    queries share keys and values (grouped queries, chapter 10), and a cache
    keeps only these. `dropout` hides weights while training. `position`
    (chapter 6) gives order to words that answer each other; it belongs to
    self-attention.
    Source: Vaswani et al. 2017, section 3.2.2; Ainslie et al. 2023, section
    2.2, for groups. Raises ValueError for a number of heads that does not
    divide the width where K or V is not given, for key heads that do not divide
    the heads, and for a width below 1; TypeError for what is no number, or no
    position.
    """

    fused_from = 100
    """With fewer keys and nothing hidden, training on a CPU does without
    PyTorch's kernel: on some it is faster so (AMD EPYC), on others slower
    (Intel Xeon).
    """

    def __init__(
        self,
        width: int,
        heads: int,
        *,
        memory_width: int | None = None,
        key_width: int | None = None,
        value_width: int | None = None,
        key_heads: int | None = None,
        bias: bool = True,
        dropout: float = 0.0,
        position: Position | None = None,
    ):
        super().__init__()
        validation.whole(width=width, heads=heads)
        if not isinstance(position, Position | None):
            raise TypeError(f"position must be a Position: {position!r}")
        if heads < 1 or (width % heads and None in (key_width, value_width)):
            raise ValueError(
                f"heads must divide width: width={width}, heads={heads}"
            )
        validation.between(0, 1, dropout=dropout)
        self.width, self.heads, self.dropout = width, heads, dropout
        self.position = Position() if position is None else position
        self.memory_width = validation.size("memory_width", memory_width, width)
        K = validation.size("key_width", key_width, width // heads)
        V = validation.size("value_width", value_width, width // heads)
        self.key_heads = validation.size("key_heads", key_heads, heads)
        if heads % self.key_heads:
            raise ValueError(
                f"key_heads must divide heads: heads={heads}, "
                f"key_heads={key_heads}"
            )
        self.query = nn.Linear(width, heads * K, bias)
        self.key = nn.Linear(self.memory_width, self.key_heads * K, bias)
        self.value = nn.Linear(self.memory_width, self.key_heads * V, bias)
        self.out = nn.Linear(heads * V, width, bias)
        for layer in (self.query, self.key, self.value, self.out):
            nn.init.xavier_uniform_(layer.weight)
            if bias:
                nn.init.zeros_(layer.bias)

    def forward(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S M"] | None = None,
        mask: Mask = None,
        start: Start = 0,
        cache: Cache | None = None,
    ) -> Float[Tensor, "B T D"]:
        """What each position of `x` has read from the memory; the first stands
        at the place `start`.

        With a `cache` (chapter 7), keys and values that it keeps are read too,
        and the new ones are kept there; `start` is then the place of its first
        key, so that of a new word is not to be given. A query
        that sees nothing reads zeros, so it returns the bias of the last layer.
        Raises ValueError for shapes that disagree, TypeError for a mask that is
        not boolean.
        """
        q, kept_k, kept_v = self._project(x, memory, start, cache)
        k, v = self._each(kept_k), self._each(kept_v)
        rate = self.dropout if self.training else 0.0
        bias = self.position.bias(q, k)
        few = k.shape[-2] < self.fused_from and k.device.type == "cpu"
        if self.position.values is not None:
            a = F.dropout(attention.weights(q, k, mask, bias=bias), rate)
            read = attention.weighted_sum(a, v) + self.position.values(a)
        else:
            plain = few and q.requires_grad and mask is None and bias is None
            read = attention.attend(
                q, k, v, mask, bias=bias, dropout=rate, fused=not plain
            )
        if cache is not None:
            # a call that is refused adds nothing
            cache.pair = kept_k, kept_v
        return self.out(read.transpose(1, 2).flatten(2))  # B T D

    def weights(
        self,
        x: Float[Tensor, "B T D"],
        memory: Float[Tensor, "B S M"] | None = None,
        mask: Mask = None,
        start: Start = 0,
        cache: Cache | None = None,
    ) -> Float[Tensor, "B H T S"]:
        """The weights that `forward` reads with, without dropout."""
        q, kept_k, kept_v = self._project(x, memory, start, cache)
        k = self._each(kept_k)
        found = attention.weights(q, k, mask, bias=self.position.bias(q, k))
        if cache is not None:
            cache.pair = kept_k, kept_v
        return found

    def _project(
        self,
        x: Tensor,
        memory: Tensor | None,
        start: Start,
        cache: Cache | None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Queries "B H T K", keys "B G S K", values "B G S V", with G key
        heads.
        """
        validation.axes("x", x, "B T D", self.width)
        q = self._split(self.query(x), self.heads)
        if cache is not None and cache.pair is not None and not cache.grows:
            return q, *cache.pair
        k, v = self._pair(x) if memory is None else self._foreign(memory)
        memory = x if memory is None else memory
        if len(memory) != len(x):
            raise ValueError(
                f"x and memory must agree in B: x={tuple(x.shape)}, "
                f"memory={tuple(memory.shape)}"
            )
        if cache is None:
            return *self.position.rotate(q, k, start), v
        q, k = self.position.rotate(q, k, start + len(cache))
        return q, *cache.copy().add(k, v)

    def cache_memory(self, memory: Float[Tensor, "B S M"]) -> Cache:
        """Keys and values of a memory that many queries will read. Raises
        ValueError as `forward` does.
        """
        return Cache(self._foreign(memory), grows=False)

    def _foreign(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of another sentence than that of the queries."""
        if type(self.position) is not Position:
            raise ValueError(
                "a position says where a word stands in its own sentence; a "
                f"memory is another one: position={self.position}"
            )
        return self._pair(memory)

    def _pair(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Keys "B G S K" and values "B G S V"."""
        validation.axes("memory", memory, "B S M", self.memory_width)
        k, v = self.key(memory), self.value(memory)
        return self._split(k, self.key_heads), self._split(v, self.key_heads)

    def _split(self, x: Tensor, heads: int) -> Tensor:
        """Each head's part of what stands side by side, "B H T K"."""
        return x.unflatten(-1, (heads, -1)).transpose(1, 2)

    def _each(self, shared: Tensor) -> Tensor:
        """The keys or values that each head reads, "B H S K"."""
        if self.key_heads == self.heads:
            return shared
        return shared.repeat_interleave(self.heads // self.key_heads, 1)

    @classmethod
    def from_torch(cls, layer: nn.MultiheadAttention) -> "MultiHead":
        """The same layer with the same weights, as free to learn; inputs are
        batch first here, whatever `layer.batch_first` says.

        Raises ValueError for what this layer has not: keys and values of
        different inputs (kdim != vdim), `add_bias_kv`, `add_zero_attn`.
        """
        if layer.kdim != layer.vdim:
            raise ValueError(
                f"keys and values come from one memory: kdim={layer.kdim}, "
                f"vdim={layer.vdim}"
            )
        if layer.bias_k is not None or layer.add_zero_attn:
            raise ValueError(
                f"no keys beside those of the memory: add_bias_kv="
                f"{layer.bias_k is not None}, "
                f"add_zero_attn={layer.add_zero_attn}"
            )
        made = cls(
            layer.embed_dim,
            layer.num_heads,
            memory_width=layer.kdim,
            bias=layer.in_proj_bias is not None,
            dropout=layer.dropout,
        ).to(layer.out_proj.weight)
        with torch.enable_grad():  # else parts of weights forget it
            given = _renamed(dict(layer.named_parameters()))
        made.load_state_dict(given)
        for name, parameter in made.named_parameters():
            parameter.requires_grad_(given[name].requires_grad)
        return made.train(layer.training)


def _renamed(given: dict[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a `nn.MultiheadAttention` under the names of MultiHead;
    what stands stacked there is taken apart.
    """
    if "in_proj_weight" in given:
        q, k, v = given["in_proj_weight"].chunk(3)
    else:
        q, k, v = (given[f"{letter}_proj_weight"] for letter in "qkv")
    state = {"query.weight": q, "key.weight": k, "value.weight": v}
    state["out.weight"] = given["out_proj.weight"]
    if "in_proj_bias" in given:
        q, k, v = given["in_proj_bias"].chunk(3)
        state |= {"query.bias": q, "key.bias": k, "value.bias": v}
        state["out.bias"] = given["out_proj.bias"]
    return state
