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

    kept: Pair | None = None
    grows: bool = True

    def __len__(self) -> int:
        """The number of keys kept."""
        return 0 if self.kept is None else self.kept[0].shape[2]

    def add(self, k: Tensor, v: Tensor) -> Pair:
        """Keep these too; all that is kept now, the new ones last."""
        if self.kept is not None:
            k, v = (
                torch.cat(parts, 2)
                for parts in zip(self.kept, (k, v), strict=True)
            )
        self.kept = k, v
        return self.kept

    def copy(self) -> "Cache":
        """Another cache with the same content: adding to it leaves this one as
        it is.
        """
        return Cache(self.kept, self.grows)

    def reorder(self, rows: Int[Tensor, " rows"]) -> "Cache":
        """A cache of the batch rows named; a row may be named several times."""
        if self.kept is None:
            return self.copy()
        k, v = (x.index_select(0, rows) for x in self.kept)
        return Cache((k, v), self.grows)
