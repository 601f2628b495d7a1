"""The training loop: epochs of batches, a schedule, clipping, early stopping,
checkpoints.
"""

import contextlib
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from tqdm import tqdm

from attnbook.train import checkpoint
from attnbook.train.schedule import SCHEDULES


@dataclass(frozen=True)
class Settings:
    """How to train; the steps are epochs times batches."""

    epochs: int = 20
    rate: float = 2e-3  # peak learning rate of Adam
    warmup: int = 400  # steps
    schedule: str = "cosine"
    clip: float = 1.0  # largest norm of the gradient
    decay: float = 0.0  # weight decay (AdamW)
    patience: int = 5  # epochs without a better validation loss before it stops
    checkpoint_every: int = 200  # steps

    def __post_init__(self):
        least = {
            "epochs": 1,
            "patience": 1,
            "checkpoint_every": 1,
            "rate": 0,
            "warmup": 0,
            "clip": 0,
            "decay": 0,
        }
        for name, bound in least.items():
            if not bound <= getattr(self, name) < math.inf:
                raise ValueError(
                    f"{name} must be at least {bound}: "
                    f"{name}={getattr(self, name)}"
                )
        if self.schedule not in SCHEDULES:
            raise ValueError(
                f"schedule must be one of {', '.join(SCHEDULES)}: "
                f"schedule={self.schedule!r}"
            )


Loss = Callable[[Any, Any], tuple[Tensor, int]]
"""From model and batch to the summed loss and the number of tokens that it sums
over.
"""


def fit(
    model: nn.Module,
    batches: Callable[[torch.Generator], Sequence[Any]],
    loss: Loss,
    validation: Sequence[Any],
    settings: Settings,
    folder: Path | None = None,
    *,
    seed: int = 1,
    identity: dict[str, Any] | None = None,
    validation_loss: Loss | None = None,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Train `model` in place; leave it with the weights of the best validation
    loss; return one row per epoch.

    `batches(generator)` gives an epoch's batches in an order that depends on
    the generator alone; they are moved to the model's device. The global
    generators start from `seed` and are afterwards as they were before. With a
    `folder`, the run writes checkpoints there and goes on from the newest: a
    run that was killed ends with the same losses, bit for bit on one machine
    and thread count, as one that was not. `identity` is whatever else makes the
    run what it is (recipe, model, data), as plain JSON; a checkpoint of another
    identity is refused. Raises ValueError if there is no data, if a loss is not
    finite, or if a checkpoint is damaged, belongs to another run, or lies in a
    folder where another process is at work.
    """
    if not validation:
        raise ValueError("cannot validate on 0 batches")
    mine = {"settings": asdict(settings), "seed": seed} | (identity or {})
    devices = range(torch.cuda.device_count())
    with (
        checkpoint.locked(folder) if folder else contextlib.nullcontext(),
        torch.random.fork_rng(devices),
    ):
        run = _Run(model, settings, seed, len(_epoch(batches, seed, 0)))
        run.restore(folder, mine)
        if run.done() and progress:
            print(f"this run was finished before: {folder}", file=sys.stderr)
        while not run.done():
            todo = _epoch(batches, seed, run.epoch)
            title = f"epoch {run.epoch + 1}/{settings.epochs}"
            bar = tqdm(
                todo[run.batch :],
                title,
                len(todo),
                initial=run.batch,
                disable=not progress,
            )
            for batch in bar:
                bar.set_postfix(loss=f"{run.learn(batch, loss):.3f}")
                if folder and run.step % settings.checkpoint_every == 0:
                    run.store(folder, mine)
            run.close_epoch(
                evaluate(model, validation, validation_loss or loss)
            )
            if folder:
                run.store(folder, mine)
    model.load_state_dict(run.best)
    return run.history


@torch.no_grad()
def evaluate(model: nn.Module, batches: Sequence[Any], loss: Loss) -> float:
    """The mean loss per token over the batches, dropout off."""
    if not batches:
        raise ValueError("cannot evaluate on 0 batches")
    training = model.training
    model.eval()
    try:
        sums = [
            (float(total), count)
            for total, count in (
                loss(model, _moved(batch, model)) for batch in batches
            )
        ]
    finally:
        model.train(training)
    return sum(total for total, _ in sums) / sum(count for _, count in sums)


def _epoch(
    batches: Callable[[torch.Generator], Sequence[Any]], seed: int, epoch: int
) -> Sequence[Any]:
    todo = batches(torch.Generator().manual_seed(seed * 100_003 + epoch))
    if not todo:
        raise ValueError("cannot train on 0 batches")
    return todo


def _moved(batch: Any, model: nn.Module) -> Any:
    """The batch on the model's device: a tensor, whatever has a method `to`, or
    a tuple of such things.
    """
    if hasattr(batch, "to"):
        return batch.to(next(model.parameters()).device)
    return (
        tuple(_moved(part, model) for part in batch)
        if isinstance(batch, tuple | list)
        else batch
    )


class _Run:
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
        total, shape = (
            settings.epochs * batches_per_epoch,
            SCHEDULES[settings.schedule],
        )
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: shape(step, total, settings.warmup)
        )
        self.epoch = self.batch = self.step = self.bad_epochs = self.tokens = 0
        self.total, self.seconds, self.started = 0.0, 0.0, time.perf_counter()
        self.history: list[dict[str, Any]] = []
        self.best = {
            name: x.detach().clone() for name, x in model.state_dict().items()
        }
        torch.manual_seed(seed)
        model.train()

    def done(self) -> bool:
        """True when there is nothing left to train."""
        return (
            self.epoch >= self.settings.epochs
            or self.bad_epochs >= self.settings.patience
        )

    def learn(self, batch: Any, loss: Loss) -> float:
        """One step on one batch; its mean loss."""
        total, count = loss(self.model, _moved(batch, self.model))
        if not torch.isfinite(total):
            raise ValueError(
                f"the loss is {total.item()} at step {self.step}: lower the "
                f"rate or the clip"
            )
        self.optimizer.zero_grad(set_to_none=True)
        (total / count).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self.scheduler.step()
        self.step, self.batch = self.step + 1, self.batch + 1
        self.total, self.tokens = self.total + total.item(), self.tokens + count
        return total.item() / count

    def close_epoch(self, validation: float) -> None:
        """Add a row to the history and remember the weights if they are the
        best so far.
        """
        if not math.isfinite(validation):
            raise ValueError(
                f"the validation loss is {validation} after epoch "
                f"{self.epoch + 1}: lower the rate"
            )
        better = validation < min(
            (row["validation"] for row in self.history), default=float("inf")
        )
        self.bad_epochs = 0 if better else self.bad_epochs + 1
        if better:
            self.best = {
                name: x.detach().clone()
                for name, x in self.model.state_dict().items()
            }
        self._count_seconds()
        row = {
            "epoch": self.epoch + 1,
            "train": self.total / self.tokens,
            "validation": validation,
        }
        self.history.append({**row, "seconds": round(self.seconds, 1)})
        self.epoch, self.batch, self.total, self.tokens = (
            self.epoch + 1,
            0,
            0.0,
            0,
        )

    def store(self, folder: Path, identity: dict[str, Any]) -> None:
        """Write a checkpoint."""
        self._count_seconds()
        names = (
            "epoch",
            "batch",
            "step",
            "bad_epochs",
            "tokens",
            "total",
            "seconds",
            "history",
            "best",
        )
        state = {name: getattr(self, name) for name in names}
        state |= {
            part: getattr(self, part).state_dict()
            for part in ("model", "optimizer", "scheduler")
        }
        checkpoint.save(
            folder,
            self.step,
            state | {"random": _generators(), "identity": json.dumps(identity)},
        )

    def restore(self, folder: Path | None, identity: dict[str, Any]) -> None:
        """Go on from the newest checkpoint in the folder, if there is one."""
        path = checkpoint.newest(folder) if folder else None
        if path is None:
            return
        state = checkpoint.load(path)
        there, here = (
            json.loads(state.pop("identity", "{}")),
            json.loads(json.dumps(identity)),
        )
        if there != here:
            other = {
                key: (there.get(key), here.get(key))
                for key in there | here
                if there.get(key) != here.get(key)
            }
            text = "".join(
                f"\n  {key}, there: {old}\n  {key}, here:  {new}"
                for key, (old, new) in other.items()
            )
            raise ValueError(
                f"{path} belongs to another run: delete its folder to train "
                f"anew{text}"
            )
        _set_generators(state.pop("random"))
        for part in ("model", "optimizer", "scheduler"):
            getattr(self, part).load_state_dict(state.pop(part))
        for name, value in state.items():
            setattr(self, name, value)

    def _count_seconds(self) -> None:
        now = time.perf_counter()
        self.seconds, self.started = self.seconds + now - self.started, now


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
