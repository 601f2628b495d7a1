"""One run of the training loop: all that a step changes, stored in checkpoints
and restored from them.
"""

import json
import math
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from attnbook.train import checkpoint, engine
from attnbook.train.schedule import SCHEDULES
from attnbook.train.settings import Settings

SHOWN = 9  # differences between two runs that are told
Loss = Callable[[Any, Any], tuple[Tensor, int]]
"""From model and batch to the summed loss and the number of tokens that it sums
over.
"""


class DivergedError(ValueError):
    """A loss is not finite."""


class Run:
    """Everything that a checkpoint must hold so that the run can go on from
    it.
    """

    def __init__(
        self,
        model: nn.Module,
        settings: Settings,
        seed: int,
        batches_per_epoch: int,
    ):
        self.model, self.settings = model, settings
        self.optimizer = torch.optim.AdamW(
            model.parameters(),
            lr=settings.rate,
            betas=(0.9, 0.98),
            weight_decay=settings.decay,
        )
        self.steps = total = settings.epochs * batches_per_epoch
        shape = SCHEDULES[settings.schedule]
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: shape(step, total, settings.warmup)
        )
        self.epoch = self.batch = self.step = self.bad_epochs = self.tokens = 0
        self.total, self.seconds, self.processor = 0.0, 0.0, 0.0
        self.halved, self.mark = 0, math.inf
        self.restart_clocks()
        self.history: list[dict[str, Any]] = []
        # what is judged, and kept if it is the best
        self.average = (
            AveragedModel(
                model, multi_avg_fn=get_ema_multi_avg_fn(settings.average)
            )
            if settings.average
            else None
        )
        self.best = self._weights()
        self.steps_on: engine.Steps | None = None
        torch.manual_seed(seed + engine.rank())
        model.train()

    @property
    def evaluated(self) -> nn.Module:
        """The model that is validated: the average, if there is one."""
        return self.model if self.average is None else self.average.module

    @property
    def _parts(self) -> dict[str, Any]:
        """What has a state of its own, by name."""
        names = ("model", "optimizer", "scheduler", "average")
        parts = {name: getattr(self, name) for name in names}
        return {name: part for name, part in parts.items() if part is not None}

    def _weights(self) -> dict[str, Tensor]:
        """A copy of those that are judged."""
        weights = self.evaluated.state_dict()
        return {name: x.detach().clone() for name, x in weights.items()}

    def done(self) -> bool:
        """True when there is nothing left to train."""
        return (
            self.epoch >= self.settings.epochs
            or self.bad_epochs >= self.settings.patience
        )

    def left(self) -> float:
        """Seconds until the last step, at the mean pace so far."""
        spent = self.seconds + time.perf_counter() - self.started[0]
        return spent / max(self.step, 1) * (self.steps - self.step)

    def train_step(self, batch: Any, loss: Loss) -> float:
        """One step on one batch; its mean loss. Where nothing is asked, nothing
        is learned.
        """
        self.steps_on = self.steps_on or engine.Steps(self.model, loss)
        self.optimizer.zero_grad(set_to_none=True)
        total, count = self.steps_on.gradients(to_device(batch, self.model))
        if not math.isfinite(total):
            raise DivergedError(
                f"the loss is {total} at step {self.step}: lower the rate or "
                f"the clip"
            )
        if count:
            self._learn()
        self.step, self.batch = self.step + 1, self.batch + 1
        self.total, self.tokens = self.total + total, self.tokens + count
        return total / max(count, 1)

    def _learn(self) -> None:
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self.scheduler.step()
        if self.average is not None:
            self.average.update_parameters(self.model)

    def end_epoch(self, validation: float) -> None:
        """Add a row to the history and remember the weights if they are the
        best so far.
        """
        if not math.isfinite(validation):
            raise DivergedError(
                f"the validation loss is {validation} after epoch "
                f"{self.epoch + 1}: lower the rate"
            )
        if not self.tokens:
            raise ValueError(
                f"nothing was asked in the {self.batch} batches of epoch "
                f"{self.epoch + 1}"
            )
        better = validation < min(
            (row["validation"] for row in self.history), default=float("inf")
        )
        if better:
            self.best = self._weights()
        if validation < self.mark - self.settings.least:
            self.mark, self.bad_epochs = validation, 0
        else:
            self.bad_epochs += 1
        if self.bad_epochs >= self.settings.patience:
            self._halve()
        self._count_seconds()
        row = {
            "epoch": self.epoch + 1,
            "train": self.total / self.tokens,
            "validation": validation,
        }
        times = {
            "seconds": round(self.seconds, 1),
            "processor": round(self.processor, 1),
        }
        self.history.append(row | times)
        self.epoch += 1
        self.batch, self.total, self.tokens = 0, 0.0, 0

    def store(self, folder: Path, fingerprint: dict[str, Any]) -> None:
        """Write a checkpoint; process 0 does."""
        self._count_seconds()
        if engine.rank():
            return
        names = (
            "epoch",
            "batch",
            "step",
            "bad_epochs",
            "tokens",
            "total",
            "seconds",
            "processor",
            "halved",
            "mark",
            "history",
            "best",
        )
        state = {name: getattr(self, name) for name in names}
        state |= {name: part.state_dict() for name, part in self._parts.items()}
        state |= {"random": _generators(), "identity": json.dumps(fingerprint)}
        checkpoint.save(folder, self.step, state)

    def restore(self, folder: Path | None, fingerprint: dict[str, Any]) -> None:
        """Go on from the newest checkpoint in the folder, if there is one."""
        path = engine.agreed(checkpoint.newest(folder) if folder else None)
        if path is None:
            return
        state = checkpoint.load(path)
        there = json.loads(state.pop("identity", "{}"))
        here = json.loads(json.dumps(fingerprint))
        if there != here:
            text = "".join(
                f"\n  {key}, there: {old}\n  {key}, here:  {new}"
                for key, old, new in islice(_differing(there, here), SHOWN)
            )
            raise ValueError(
                f"{path} belongs to another run: delete {path.parent} to "
                f"train anew{text}"
            )
        generators = state.pop("random")
        if engine.rank():
            torch.manual_seed(torch.initial_seed() + state["step"])
        else:
            _set_generators(generators)
        for name, part in self._parts.items():
            part.load_state_dict(state.pop(name))
        for name, value in state.items():
            setattr(self, name, value)

    def _halve(self) -> None:
        """Go on with half the rate, if the settings have halvings left."""
        if self.halved < self.settings.halvings:
            self.halved, self.bad_epochs = self.halved + 1, 0
            self.scheduler.base_lrs = [
                rate / 2 for rate in self.scheduler.base_lrs
            ]
            for group in self.optimizer.param_groups:
                group["lr"] /= 2

    def restart_clocks(self) -> None:
        """What has been done since they were read is not counted."""
        self.started = time.perf_counter(), time.process_time()

    def _count_seconds(self) -> None:
        started, worked = self.started
        self.restart_clocks()
        self.seconds += self.started[0] - started
        self.processor += self.started[1] - worked


def to_device(batch: Any, model: nn.Module) -> Any:
    """The batch on the model's device: a tensor, whatever has a method `to`, or
    a tuple of such things.
    """
    if hasattr(batch, "to"):
        return batch.to(next(model.parameters()).device)
    return (
        tuple(to_device(part, model) for part in batch)
        if isinstance(batch, tuple | list)
        else batch
    )


def _differing(
    there: Any, here: Any, name: str = ""
) -> Iterator[tuple[str, str, str]]:
    """The fields that differ, at any depth, with both values; of a digest the
    beginning.
    """
    if isinstance(there, dict) and isinstance(here, dict):
        for key in there | here:
            inner = f"{name}.{key}" if name else key
            yield from _differing(there.get(key), here.get(key), inner)
    elif there != here:
        old, new = (
            str(x)[:8] if re.fullmatch("[0-9a-f]{64}", str(x)) else str(x)
            for x in (there, here)
        )
        yield name, old, new


def _generators() -> dict[str, Any]:
    """The state of the global generator of every device."""
    states: dict[str, Any] = {
        "cpu": torch.get_rng_state(),
        "cuda": torch.cuda.get_rng_state_all(),
    }
    return states | (
        {"mps": torch.mps.get_rng_state()}
        if torch.backends.mps.is_available()
        else {}
    )


def _set_generators(states: dict[str, Any]) -> None:
    """Put them back, on the devices that this machine has."""
    torch.set_rng_state(states["cpu"])
    if torch.cuda.device_count() == len(states["cuda"]):
        torch.cuda.set_rng_state_all(states["cuda"])
    if "mps" in states and torch.backends.mps.is_available():
        torch.mps.set_rng_state(states["mps"])
