"""What an encoding of positions costs by the length of the text."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from attnbook import positions
from attnbook.heads import MultiHead
from attncourse.experiments import costs
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Costs:
    """One training step, forward and backward, of one layer without a mask, on
    one sequence.
    """

    name: str = "position-costs"
    kinds: tuple[str, ...] = ("none", "rotary", "shaw")
    lengths: tuple[int, ...] = (256, 512, 1024, 2048, 4096)
    width: int = 256
    heads: int = 4
    reach: int = 16  # of Shaw's vectors
    rounds: int = 5

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Measure; nothing is trained."""
        workspace.check_writable(self.name)
        rows = costs.by_length(
            step, self, self.kinds, self.lengths, self.rounds
        )
        return workspace.write(self, seconds=0.0, tables={"cost": rows})


COSTS = Costs()


def step(recipe: Costs, kind: str, length: int) -> costs.Step:
    """A function that takes one training step on random rows."""
    key_width = recipe.width // recipe.heads
    made: dict[str, Callable[[], positions.Position]] = {
        "none": positions.Position,
        "rotary": positions.Rotary,
        "shaw": lambda: positions.Shaw(key_width, recipe.reach),
    }
    layer = MultiHead(recipe.width, recipe.heads, position=made[kind]())
    x = torch.randn(1, length, recipe.width, requires_grad=True)

    def train() -> None:
        layer(x).square().mean().backward()

    return train
