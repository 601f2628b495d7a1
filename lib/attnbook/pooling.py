"""Attention whose queries are learned: whatever the size of the memory, as many
rows come out. Built in chapter 4.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attnbook import attention, validation


class LearnedQuery(nn.Module):
    """Attention whose queries are parameters: whatever the size of the memory,
    `count` rows come out.

    Shuffling the memory changes nothing (chapter 5). Source: Lee et al. 2019,
    section 3.2, without their feed-forward layers.
    """

    def __init__(
        self,
        count: int,
        width: int,
        *,
        key_width: int | None = None,
        value_width: int | None = None,
    ):
        super().__init__()
        if count < 1:
            raise ValueError(f"at least one query is needed: count={count}")
        self.width = width
        K = validation.size("key_width", key_width, width)
        V = validation.size("value_width", value_width, width)
        self.query = nn.Parameter(torch.randn(count, K))
        self.key = nn.Linear(width, K, bias=False)
        self.value = nn.Linear(width, V, bias=False)

    def forward(
        self,
        memory: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "#B 1 1 #S"] | None = None,
    ) -> Float[Tensor, "B T V"]:
        """What each learned query reads, T of them. Raises ValueError for a
        memory of another width.
        """
        read = attention.attend(
            *self._pair(memory), self.value(memory)[:, None], mask
        )
        return read[:, 0]

    def weights(
        self,
        memory: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "#B 1 1 #S"] | None = None,
    ) -> Float[Tensor, "B T S"]:
        """How much each learned query takes from each row of the memory."""
        return attention.weights(*self._pair(memory), mask)[:, 0]

    def _pair(self, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Queries "B 1 T K" and keys "B 1 S K"."""
        validation.axes("memory", memory, "B S D", self.width)
        q = self.query.expand(len(memory), 1, -1, -1)
        return q, self.key(memory)[:, None]


class MILPooling(nn.Module):
    """A bag of instances becomes one vector: sum_s a_s h_s with the weights
    a = softmax_s(w . tanh(V h_s)), gated if asked: w . (tanh(V h_s) *
    sigmoid(U h_s)).

    MIL is multiple-instance learning: bags have labels, instances have none.
    Source: Ilse et al. 2018, equations 7 to 9. It is cross-attention with the
    query 1, keys of width 1 and the instances themselves as values.
    """

    def __init__(self, width: int, hidden: int, *, gated: bool = False):
        super().__init__()
        self.width = width
        self.hidden = nn.Linear(width, hidden, bias=False)
        self.gate = nn.Linear(width, hidden, bias=False) if gated else None
        self.out = nn.Linear(hidden, 1, bias=False)

    def forward(
        self,
        bag: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "#B 1 1 #S"] | None = None,
    ) -> Float[Tensor, "B D"]:
        """One vector for each bag; zeros for a bag without a visible instance.
        Raises ValueError for instances of another width.
        """
        q, k = self._pair(bag)
        return attention.attend(q, k, bag[:, None], mask)[:, 0, 0]

    def weights(
        self,
        bag: Float[Tensor, "B S D"],
        mask: Bool[Tensor, "#B 1 1 #S"] | None = None,
    ) -> Float[Tensor, "B S"]:
        """How much of each instance is read."""
        return attention.weights(*self._pair(bag), mask)[:, 0, 0]

    def _pair(self, bag: Tensor) -> tuple[Tensor, Tensor]:
        """The query 1, "B 1 1 1", and a key of width 1 for each instance."""
        validation.axes("bag", bag, "B S D", self.width)
        hidden = self.hidden(bag).tanh()
        if self.gate is not None:
            hidden = hidden * self.gate(bag).sigmoid()
        return bag.new_ones(len(bag), 1, 1, 1), self.out(hidden)[:, None]
