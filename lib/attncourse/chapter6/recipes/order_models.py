"""Models of `positions` that are kept: what they say of sequences that
the pages show, and the weights of those that run there.
"""

from dataclasses import dataclass
from typing import Any

import torch

from attnbook import pretrained
from attnbook.models.tagger import Tagger
from attncourse.chapter6 import order
from attncourse.chapter6.recipes.positions import (
    CALCULATOR,
    POSITIONS,
    Positions,
)
from attncourse.experiments.results import Result
from attncourse.experiments.trials import Rows
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class OrderModels:
    """The first seed of every kind and question of a trial; `kept` sequences of
    the last tested length go into the result, and weights into files, if they
    are shipped.
    """

    name: str
    trial: Positions
    kept: int
    ships: bool

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every model, write it, and ask what was written."""
        workspace.check_writable(self.name)
        accuracy: Rows = []
        said: Rows = []
        seconds, seed = 0.0, self.trial.seeds[0]
        for case in self.trial.cases():
            rate, _ = self.trial.search(case, workspace)
            model, history = self.trial.fit(case, seed, rate, workspace)
            seconds += history[-1]["seconds"]
            if self.ships:
                path = workspace.weights("-".join(("order", *case.values())))
                model = pretrained.read(pretrained.write(path, model))
            measured = self.trial.measure(model, case, seed)["accuracy"]
            accuracy += [row | {"rate": rate} for row in measured]
            said += [case | row for row in self.say(model, case["question"])]
        return workspace.write(
            self,
            seconds=seconds,
            tables={"accuracy": accuracy},
            samples={"sequences": said},
        )

    @torch.no_grad()
    def say(self, model: Tagger, question: str) -> list[dict[str, Any]]:
        """What a model says of each kept sequence, symbol by symbol."""
        generator = torch.Generator().manual_seed(40_000)
        draw = order.QUESTIONS[question].draw
        asked = draw(self.kept, self.trial.tested[-1], generator)
        rows = *asked, model(asked.tokens).argmax(-1)
        return [
            {"tokens": tokens, "answers": answers, "said": said}
            for tokens, answers, said in zip(
                *(part.tolist() for part in rows), strict=True
            )
        ]


MODELS = OrderModels("order-models", POSITIONS, 1, ships=True)
DIGITS = OrderModels("calculator", CALCULATOR, 100, ships=False)
