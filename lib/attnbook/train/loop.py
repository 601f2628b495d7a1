"""The training loop: epochs of batches, a schedule, clipping, early stopping,
checkpoints.
"""

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from attnbook import files
from attnbook.train import checkpoint, engine, identity
from attnbook.train.run import Loss, Run, to_device
from attnbook.train.settings import Settings


def fit(
    model: nn.Module,
    batches: Callable[[torch.Generator], Sequence[Any]],
    loss: Loss,
    validation: Sequence[Any],
    settings: Settings,
    folder: Path | None = None,
    *,
    seed: int = 1,
    fingerprint: dict[str, Any] | None = None,
    validation_loss: Loss | None = None,
    measured: Callable[[Any], dict[str, Any]] | None = None,
    later: float = 0.0,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Train `model` in place; leave it with the weights of the best validation
    loss; return one row per epoch.

    `batches(generator)` gives an epoch's batches in an order that depends on
    the generator alone; they are moved to the model's device. The global
    generators start from `seed` and are afterwards as they were before. With a
    `folder`, the run writes checkpoints there and goes on from the newest: a
    run that was killed ends with the same losses, bit for bit on one machine
    and thread count, as one that was not (with several processes, if nothing is
    drawn at random). A run is known by its settings, its seed, the parts of its
    model, and what `batches` and `loss` have kept (`identity`); what `measured`
    finds after an epoch is added to its row, and its time is not counted. The
    time that is left includes `later`, seconds of what comes after this run.
    `fingerprint` is whatever else makes it what it is (recipe, data), as plain
    JSON. Raises ValueError if there is no data, if a loss is not finite, or if
    a checkpoint is damaged, belongs to another run, or lies in a folder where
    another process is at work.
    """
    if not validation:
        raise ValueError("cannot validate on 0 batches")
    trained = {"model": model, "batches": batches, "loss": loss}
    fingerprint = (
        {"settings": asdict(settings), "seed": seed}
        | {name: identity.of(part) for name, part in trained.items()}
        | (fingerprint or {})
    )
    devices = range(torch.cuda.device_count())
    home = next(model.parameters()).device
    progress = progress and not engine.rank()
    with (
        _alone(folder),
        torch.random.fork_rng(devices),
        engine.placed(model),
    ):
        run = Run(model, settings, seed, len(_epoch(batches, seed, 0)))
        with _kept(run, None, fingerprint):
            run.restore(folder, fingerprint)
        if progress and (told := _begun(run, folder)):
            print(told, file=sys.stderr)
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
            with _kept(run, folder, fingerprint):
                for batch in bar:
                    engine.check_end()
                    mean = run.train_step(batch, loss)
                    left = tqdm.format_interval(run.left() + later)
                    bar.set_postfix(loss=f"{mean:.3f}", whole_run_at_most=left)
                    if folder and run.step % settings.checkpoint_every == 0:
                        run.store(folder, fingerprint)
                found = evaluate(
                    run.evaluated, validation, validation_loss or loss
                )
            run.end_epoch(found)
            if measured:
                run.history[-1] |= measured(engine.on(home, run.evaluated))
                run.restart_clocks()
            if folder:
                run.store(folder, fingerprint)
    model.load_state_dict(run.best)
    return run.history


def _alone(folder: Path | None) -> contextlib.AbstractContextManager[None]:
    """Process 0 holds the folder for all."""
    if folder is None or engine.rank():
        return contextlib.nullcontext()
    return checkpoint.locked(folder)


def _begun(run: Run, folder: Path | None) -> str:
    """What a reader should know before the first step, or nothing."""
    if run.done():
        return f"this run was finished before: {files.printable(str(folder))}"
    if run.step:
        return (
            f"the run goes on in epoch {run.epoch + 1}, after {run.step} of "
            f"{run.steps} steps"
        )
    if (warmup := run.settings.warmup) > run.steps:
        return (
            f"the warm-up, {warmup} steps, is longer than the training, "
            f"{run.steps}: the rate stays below {run.settings.rate}"
        )
    return ""


@contextlib.contextmanager
def _kept(
    run: Run, folder: Path | None, fingerprint: dict[str, Any]
) -> Iterator[None]:
    """If another process of the team ends, what was learned so far is stored.
    Raises LostError then.
    """
    try:
        with engine.whole_steps():
            yield
    except (RuntimeError, SystemExit) as error:
        if not engine.lost(error):
            raise
        if folder:
            run.store(folder, fingerprint)
        raise engine.LostError(
            "another process has ended: the same command resumes from the "
            "last checkpoint"
        ) from error


@torch.no_grad()
def evaluate(model: nn.Module, batches: Sequence[Any], loss: Loss) -> float:
    """The mean loss per token over the batches, dropout off. Raises ValueError
    if there is no batch, or no token that is asked.
    """
    if not batches:
        raise ValueError("cannot evaluate on 0 batches")
    training = model.training
    model.eval()
    own = batches[engine.rank() :: engine.size()]
    try:
        sums = [
            (float(total), count)
            for total, count in (
                loss(model, to_device(batch, model)) for batch in own
            )
        ]
    finally:
        model.train(training)
    total, asked = engine.added(
        sum(total for total, _ in sums), sum(count for _, count in sums)
    )
    if not asked:
        raise ValueError(f"nothing is asked in {len(batches)} batches")
    return total / asked


def _epoch(
    batches: Callable[[torch.Generator], Sequence[Any]], seed: int, epoch: int
) -> Sequence[Any]:
    todo = batches(torch.Generator().manual_seed(seed * 100_003 + epoch))
    if not todo:
        raise ValueError("cannot train on 0 batches")
    return todo
