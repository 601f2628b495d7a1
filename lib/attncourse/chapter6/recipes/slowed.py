"""What trained rotary models answer in longer sequences when their clocks are
slowed, without further training.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from attnbook import positions
from attnbook.models.tagger import Tagger
from attncourse.chapter6.recipes.positions import POSITIONS, Positions
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Case, Rows
from attncourse.experiments.workspace import Workspace

SLOWER: dict[str, Callable[[Tensor, float, int], Tensor]] = {
    "as trained": lambda omega, by, trained: omega,
    "all of them": lambda omega, by, trained: omega / by,
    "larger base": lambda omega, by, trained: (
        omega * by ** -torch.linspace(0, 1, len(omega)).to(omega)
    ),
    "the slow ones": lambda omega, by, trained: torch.where(
        2 * math.pi / omega > trained, omega / by, omega
    ),
}
"""New frequencies from those of the training, for texts `by` times as long as
the `trained` length: all clocks slower (Chen et al. 2023, equation 4); a larger
base; or only those that made no full turn in training, as, with a soft border,
in Peng et al. 2024, section 3.2.
"""


@dataclass(frozen=True)
class Slowed:
    """The rotary models of a trial, at each of `sizes`."""

    name: str = "slowed-clocks"
    trial: Positions = replace(POSITIONS, kinds=("rotary",))
    sizes: tuple[int, ...] = (64, 256)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train the models, or take them from their checkpoints, and ask."""
        workspace.check_writable(self.name)
        rows: Rows = []
        seconds = 0.0
        for case in self.trial.cases():
            rate, _ = self.trial.search(case, workspace)
            for seed in self.trial.seeds:
                model, history = self.trial.fit(case, seed, rate, workspace)
                seconds += history[-1]["seconds"]
                rows += self.asked(model, case | {"rate": rate}, seed)
        return workspace.write(self, seconds=seconds, tables={"accuracy": rows})

    def asked(self, model: Tagger, case: Case, seed: int) -> Rows:
        """The share of right answers, for each size and way of slowing."""
        longest = self.trial.trained[1]
        head = model.config.width // model.config.heads
        trained = positions.frequencies(head)
        rows: Rows = []
        for size in self.sizes:
            for clocks, slower in SLOWER.items():
                omega = slower(trained, size / longest, longest)
                for layer in model.modules():
                    if isinstance(layer, positions.Rotary):
                        layer.omega = omega
                right = self.trial.right(model, case["question"], size)
                of = {"seed": seed, "size": size, "clocks": clocks}
                rows.append(case | of | {"accuracy": right})
        return rows


SLOWED = Slowed()
"""Clocks that turn more slowly in longer texts."""
