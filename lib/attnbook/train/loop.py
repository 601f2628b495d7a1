"""The training loop: epochs of batches, a schedule, clipping, early stopping, checkpoints."""

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
    seed: int = 1

    def __post_init__(self):
        if self.schedule not in SCHEDULES:
            raise ValueError(f"schedule must be one of {', '.join(SCHEDULES)}: schedule={self.schedule!r}")


Loss = Callable[[Any, Any], tuple[Tensor, int]]
"""From model and batch to the summed loss and the number of tokens that it sums over."""


def fit(
    model: nn.Module,
    batches: Callable[[torch.Generator], Sequence[Any]],
    loss: Loss,
    validation: Sequence[Any],
    settings: Settings,
    folder: Path | None = None,
    *,
    validation_loss: Loss | None = None,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Train `model` in place; leave it with the weights of the best validation loss; return one row per epoch.

    `batches(generator)` gives an epoch's batches in an order that depends on the generator alone.
    With a `folder`, the run writes checkpoints there and goes on from the newest: a run that was killed ends
    with the same losses, bit for bit on one machine and thread count, as one that was not.
    Raises ValueError if there is no data, if a loss is not finite, or if a checkpoint is damaged
    or belongs to other settings.
    """
    if not validation:
        raise ValueError("cannot validate on 0 batches")
    run = _Run(model, settings, len(_epoch(batches, settings, 0)))
    run.restore(folder)
    while run.epoch < settings.epochs and run.bad_epochs < settings.patience:
        todo = _epoch(batches, settings, run.epoch)
        bar = tqdm(todo[run.batch :], desc=f"epoch {run.epoch + 1}/{settings.epochs}", disable=not progress)
        for batch in bar:
            bar.set_postfix(loss=f"{run.learn(batch, loss):.3f}")
            if folder and run.step % settings.checkpoint_every == 0:
                run.store(folder)
        run.close_epoch(evaluate(model, validation, validation_loss or loss))
        if folder:
            run.store(folder)
    model.load_state_dict(run.best)
    return run.history


@torch.no_grad()
def evaluate(model: nn.Module, batches: Sequence[Any], loss: Loss) -> float:
    """The mean loss per token over the batches, dropout off."""
    if not batches:
        raise ValueError("cannot evaluate on 0 batches")
    training = model.training
    model.eval()
    sums = [(float(total), count) for total, count in (loss(model, batch) for batch in batches)]
    model.train(training)
    return sum(total for total, _ in sums) / sum(count for _, count in sums)


def _epoch(batches: Callable[[torch.Generator], Sequence[Any]], settings: Settings, epoch: int) -> Sequence[Any]:
    todo = batches(torch.Generator().manual_seed(settings.seed * 100_003 + epoch))
    if not todo:
        raise ValueError("cannot train on 0 batches")
    return todo


class _Run:
    """Everything that a checkpoint must hold so that the run can go on from it."""

    def __init__(self, model: nn.Module, settings: Settings, batches_per_epoch: int):
        self.model, self.settings = model, settings
        self.optimizer = torch.optim.AdamW(
            model.parameters(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=settings.decay
        )
        total, shape = settings.epochs * batches_per_epoch, SCHEDULES[settings.schedule]
        self.scheduler = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: shape(step, total, settings.warmup)
        )
        self.epoch = self.batch = self.step = self.bad_epochs = self.tokens = 0
        self.total, self.seconds, self.started = 0.0, 0.0, time.perf_counter()
        self.history: list[dict[str, Any]] = []
        self.best = {name: x.detach().clone() for name, x in model.state_dict().items()}
        torch.manual_seed(settings.seed)
        model.train()

    def learn(self, batch: Any, loss: Loss) -> float:
        """One step on one batch; its mean loss."""
        total, count = loss(self.model, batch)
        if not torch.isfinite(total):
            raise ValueError(f"the loss is {total.item()} at step {self.step}: lower the rate or the clip")
        self.optimizer.zero_grad(set_to_none=True)
        (total / count).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self.scheduler.step()
        self.step, self.batch = self.step + 1, self.batch + 1
        self.total, self.tokens = self.total + total.item(), self.tokens + count
        return total.item() / count

    def close_epoch(self, validation: float) -> None:
        """Add a row to the history and remember the weights if they are the best so far."""
        better = validation < min((row["validation"] for row in self.history), default=float("inf"))
        self.bad_epochs = 0 if better else self.bad_epochs + 1
        if better:
            self.best = {name: x.detach().clone() for name, x in self.model.state_dict().items()}
        self._count_seconds()
        row = {"epoch": self.epoch + 1, "train": self.total / self.tokens, "validation": validation}
        self.history.append({**row, "seconds": round(self.seconds, 1)})
        self.epoch, self.batch, self.total, self.tokens = self.epoch + 1, 0, 0.0, 0

    def store(self, folder: Path) -> None:
        """Write a checkpoint."""
        self._count_seconds()
        names = ("epoch", "batch", "step", "bad_epochs", "tokens", "total", "seconds", "history", "best")
        state = {name: getattr(self, name) for name in names}
        state |= {part: getattr(self, part).state_dict() for part in ("model", "optimizer", "scheduler")}
        checkpoint.save(folder, self.step, state | {"random": torch.get_rng_state(), "settings": asdict(self.settings)})

    def restore(self, folder: Path | None) -> None:
        """Go on from the newest checkpoint in the folder, if there is one."""
        path = checkpoint.newest(folder) if folder else None
        if path is None:
            return
        state = checkpoint.load(path)
        settings = state.pop("settings")
        if settings != asdict(self.settings):
            raise ValueError(
                f"{path} belongs to other settings:\n  there: {settings}\n  here:  {asdict(self.settings)}"
            )
        torch.set_rng_state(state.pop("random"))
        for part in ("model", "optimizer", "scheduler"):
            getattr(self, part).load_state_dict(state.pop(part))
        for name, value in state.items():
            setattr(self, name, value)

    def _count_seconds(self) -> None:
        now = time.perf_counter()
        self.seconds, self.started = self.seconds + now - self.started, now
