"""Time and memory of a recurrent layer, of a block, and of attention with and
without its score matrix, against the length of the sequence.
"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from attnbook import attention
from attnbook.blocks import EncoderBlock
from attncourse.experiments import costs
from attncourse.experiments.results import Result
from attncourse.experiments.trials import numbers
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Lengths:
    """One training step, forward and backward, of layers that map "B T D" to
    "B T D". The GRU and the block have about the same number of parameters.
    """

    name: str = "length-cost"
    kinds: tuple[str, ...] = ("gru", "block", "fused", "explicit")
    lengths: tuple[int, ...] = (32, 64, 128, 256, 512, 1024, 2048, 4096)
    rows: int = 1  # sequences in a batch
    width: int = 256
    heads: int = 4
    hidden: int = 256  # of the block's feed-forward layer
    rounds: int = 5

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        found = costs.by_length(
            step, self, self.kinds, self.lengths, self.rounds
        )
        sizes = {
            f"{kind}_parameters": (numbers(layer(self, kind)), "numbers")
            for kind in ("gru", "block")
        }
        return workspace.write(
            self, seconds=0.0, values=sizes, tables={"cost": found}
        )


LENGTHS = Lengths()


class Gru(nn.GRU):
    """A recurrent layer that returns its states alone."""

    def forward(self, x: Tensor) -> Tensor:  # type: ignore[override]
        return super().forward(x)[0]


class Attend(nn.Module):
    """Attention of the rows to themselves, without a matrix of its own."""

    def __init__(self, heads: int, *, fused: bool):
        super().__init__()
        self.heads, self.fused = heads, fused

    def forward(self, x: Tensor) -> Tensor:
        q = x.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        read = attention.attend(q, q, q, fused=self.fused)
        return read.transpose(1, 2).flatten(2)


def layer(recipe: Lengths, kind: str) -> nn.Module:
    """A fresh layer of that kind."""
    width, heads = recipe.width, recipe.heads
    if kind == "gru":
        return Gru(width, width, batch_first=True)
    if kind == "block":
        return EncoderBlock(width, heads, recipe.hidden)
    return Attend(heads, fused=kind == "fused")


def step(recipe: Lengths, kind: str, length: int) -> costs.Step:
    """A function that takes one training step on random rows."""
    made = layer(recipe, kind)
    x = torch.randn(recipe.rows, length, recipe.width, requires_grad=True)

    def train() -> None:
        made(x).square().mean().backward()

    return train
