"""Keys and values that were computed before, kept for the next step of a
decoder. The loop that decodes owns them. Built in chapter 7.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

Pair = tuple[Float[Tensor, "B H S K"], Float[Tensor, "B H S V"]]


@dataclass
class Cache:
    """Keys and values of one attention layer, None before the first.

    Self-attention adds those of each new word. A memory does not `grow`: what
    was made of it once is all there is.
    """

    pair: Pair | None = None
    grows: bool = True

    def __len__(self) -> int:
        """The number of keys kept."""
        return 0 if self.pair is None else self.pair[0].shape[2]

    def add(self, k: Tensor, v: Tensor) -> Pair:
        """Keep these too; all that is kept now, the new ones last."""
        if self.pair is not None:
            k, v = (
                torch.cat(parts, 2)
                for parts in zip(self.pair, (k, v), strict=True)
            )
        self.pair = k, v
        return self.pair

    def copy(self) -> "Cache":
        """Another cache with the same content: adding to it leaves this one as
        it is.
        """
        return Cache(self.pair, self.grows)

    def reorder(self, rows: Int[Tensor, " rows"]) -> "Cache":
        """A cache of the batch rows named; a row may be named several times."""
        if self.pair is None:
            return self.copy()
        k, v = (x.index_select(0, rows) for x in self.pair)
        return Cache((k, v), self.grows)
