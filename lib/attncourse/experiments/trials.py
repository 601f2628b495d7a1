"""What a recipe is, and those that compare many small models: one for each case
and seed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

from attnbook.train import loop
from attnbook.train.run import Loss
from attnbook.train.settings import Settings
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace

Model = TypeVar("Model", bound=nn.Module)
Rows = list[dict[str, Any]]
Case = dict[str, Any]
"""What tells a model from the others, but for its seed: columns of a row."""
Lessons = tuple[Callable[[torch.Generator], Sequence[Any]], Sequence[Any]]
"""What draws the batches of an epoch, and the batches of the validation."""


class Trials:
    """A recipe that trains a model for each of its `cases` and `seeds`, and
    measures it.

    A subclass is a frozen dataclass and gives `cases`, `fresh`, `lessons`,
    `loss` and `measure`.
    """

    name: str
    seeds: tuple[int, ...]
    settings: Settings
    rates: tuple[float, ...] = ()  # of the search, if there is one
    measures: tuple[str, ...] = ("accuracy",)
    """The tables that `measure` has rows for."""

    def cases(self) -> Iterable[Case]:
        """All that are compared, in the order of their rows."""
        raise NotImplementedError

    def fresh(self, case: Case, seed: int) -> Any:
        """The model before its training."""
        raise NotImplementedError

    def lessons(self, case: Case, seed: int) -> Lessons:
        """What the model learns from, and what it is validated on."""
        raise NotImplementedError

    def loss(self, model: Any, batch: Any) -> tuple[Tensor, int]:
        """The summed loss of a batch, and how many answers it asks for."""
        raise NotImplementedError

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """Rows of the trained model for the tables in `measures`."""
        raise NotImplementedError

    def after(
        self, case: Case, seed: int
    ) -> Callable[[Any], dict[str, Any]] | None:
        """What measures the model after each epoch, if anything does."""
        return None

    def values(self) -> dict[str, tuple[Any, str]]:
        """Values of the result beside the tables, each with its unit."""
        return {}

    def tables(self) -> dict[str, Rows]:
        """Tables of the result that no training is needed for."""
        return {}

    def samples(self, models: list[tuple[Case, Any]]) -> dict[str, Any]:
        """Samples of the result, from the models of the first seed."""
        return {}

    def run_name(self, case: Case, rate: float, seed: int) -> str:
        """The folder of a model's checkpoints."""
        searched = [rate] if self.rates else []
        parts = [
            f"{x:g}" if isinstance(x, float) else str(x)
            for x in (*case.values(), *searched, seed)
        ]
        return "-".join(parts).replace(",", "").replace(" ", "-")

    def identity(self, case: Case, run: str) -> dict[str, Any]:
        """What a checkpoint must agree in, beside the recipe."""
        return {"run": run}

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every model, measure it, and write the result."""
        workspace.check_writable(self.name)
        measured: dict[str, Rows] = {name: [] for name in self.measures}
        models = []
        seconds = 0.0
        for case in self.cases():
            for seed in self.seeds:
                model, history = self.fit(case, seed, workspace=workspace)
                seconds += history[-1]["seconds"]
                for name, rows in self.measure(model, case, seed).items():
                    measured[name] += rows
                if seed == self.seeds[0]:
                    models.append((case, model))
        return workspace.write(
            self,
            seconds=seconds,
            values=self.values(),
            tables=measured | self.tables(),
            samples=self.samples(models),
        )

    def fit(
        self,
        case: Case,
        seed: int,
        rate: float | None = None,
        workspace: Workspace | None = None,
    ) -> tuple[Any, Rows]:
        """Train one model, by default with the rate of the settings: it, with
        the weights of its best epoch, and its history. Without a workspace no
        checkpoints are written.
        """
        rate = self.settings.rate if rate is None else rate
        run = self.run_name(case, rate, seed)
        batches, validation = self.lessons(case, seed)
        return fit(
            self,
            run,
            self.fresh(case, seed),
            batches,
            self.loss,
            validation,
            rate=rate,
            seed=seed,
            workspace=workspace,
            identity=self.identity(case, run),
            measured=self.after(case, seed),
        )


def fit(
    recipe: Any,
    run: str,
    model: Model,
    batches: Callable[[torch.Generator], Sequence[Any]],
    loss: Loss,
    validation: Sequence[Any],
    *,
    rate: float,
    seed: int,
    workspace: Workspace | None = None,
    identity: dict[str, Any] | None = None,
    measured: Callable[[Any], dict[str, Any]] | None = None,
) -> tuple[Model, Rows]:
    """Train `model` with the recipe's settings and that learning rate: it, with
    the weights of its best epoch, and its history.

    `run` names the folder of its checkpoints, which must agree in `identity`,
    by default that name. Without a workspace none are written.
    """
    history = loop.fit(
        model,
        batches,
        loss,
        validation,
        replace(recipe.settings, rate=rate),
        workspace.checkpoints(recipe.name, run) if workspace else None,
        seed=seed,
        fingerprint={"recipe": asdict(recipe)} | (identity or {"run": run}),
        measured=measured,
        progress=False,
    )
    return model.eval(), history


def fresh(seed: int, make: Callable[..., Model], *sizes: Any) -> Model:
    """A model with the fresh weights of that seed; other draws go on as if
    nothing had been drawn.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return make(*sizes)


def numbers(model: nn.Module) -> int:
    """How many numbers a model learns."""
    return sum(x.numel() for x in model.parameters())
