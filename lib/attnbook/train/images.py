"""Training a model that looks at an image and says its class."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import files, validation
from attnbook.data.labelled import Labelled
from attnbook.train import loop
from attnbook.train.settings import Settings

Change = Callable[[Tensor, torch.Generator], Tensor]
"""From a batch of images, numbers of 0 to 1, to one like it."""
ImageLoss = Callable[[Labelled, Change | None], loop.Loss]
"""What is asked about images that may be changed: `class_loss`, for one."""
BATCH = 500  # images that are looked at together after the training


def class_loss(
    data: Labelled,
    change: Change | None = None,
    *,
    smoothing: float = 0.0,
) -> loop.Loss:
    """The cross-entropy of the classes, in nats; a batch names its images by
    their places in `data`.

    What `change` draws comes from the global generator, which a checkpoint
    holds. Source of the smoothing: Szegedy et al. 2016, section 7. Raises
    ValueError for a smoothing outside 0 .. 1.
    """
    validation.between(0, 1, smoothing=smoothing)

    def loss(model: nn.Module, batch: Tensor) -> tuple[Tensor, int]:
        where = batch.cpu()
        x = _changed(data.images[where], change)
        total = F.cross_entropy(
            model(x.to(batch.device)),
            data.labels[where].to(batch.device),
            reduction="sum",
            label_smoothing=smoothing,
        )
        return total, len(batch)

    return loss


def class_errors(data: Labelled, change: Change | None = None) -> loop.Loss:
    """How many images of a batch the model says another class of."""

    def errors(model: nn.Module, batch: Tensor) -> tuple[Tensor, int]:
        where = batch.cpu()
        x = _changed(data.images[where], change)
        found = model(x.to(batch.device)).argmax(-1).cpu()
        return (found != data.labels[where]).sum(), len(batch)

    return errors


def fit(
    model: nn.Module,
    training: Labelled,
    validation: Labelled,
    settings: Settings,
    folder: Path | None = None,
    *,
    batch: int,
    each: int = 0,
    change: Change | None = None,
    fixed: Change | None = None,
    loss: ImageLoss = class_loss,
    validation_loss: ImageLoss = class_loss,
    seed: int = 1,
    fingerprint: dict[str, Any] | None = None,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Train a model with `loss`, judge it by `validation_loss`, and return the
    history of its epochs; the model is then ready to use.

    An epoch shows `each` images, by default every image once. `change` is made
    of training images alone, then `fixed` of all. The images are part of the
    run's fingerprint. Raises as `loop.fit` does, and ValueError for less than
    one batch.
    """
    count = len(training.labels)
    each = each or count
    if each < batch:
        raise ValueError(
            f"an epoch needs at least one batch: each={each}, batch={batch}"
        )

    def epoch(generator: torch.Generator) -> Sequence[Tensor]:
        drawn = [
            torch.randperm(count, generator=generator)
            for _ in range(-(-each // count))
        ]
        return torch.cat(drawn)[: each // batch * batch].split(batch)

    def changed(x: Tensor, generator: torch.Generator) -> Tensor:
        for step in (change, fixed):
            x = step(x, generator) if step else x
        return x

    history = loop.fit(
        model,
        epoch,
        loss(training, changed),
        torch.arange(len(validation.labels)).split(BATCH),
        settings,
        folder,
        seed=seed,
        fingerprint=(fingerprint or {})
        | {"data": [_digest(part) for part in (training, validation)]},
        validation_loss=validation_loss(validation, fixed),
        progress=progress,
    )
    model.eval()
    return history


@torch.no_grad()
def answers(
    model: nn.Module, data: Labelled, fixed: Change | None = None
) -> Tensor:
    """The class that the model says for each image, " count"."""
    device = next(model.parameters()).device
    found = []
    for images in data.images.split(BATCH):
        x = _changed(images, fixed)
        found.append(model(x.to(device)).argmax(-1).cpu())
    return torch.cat(found)


def accuracy(
    model: nn.Module, data: Labelled, fixed: Change | None = None
) -> float:
    """The share of images whose class the model says."""
    right = answers(model, data, fixed) == data.labels
    return float(right.float().mean())


def pixels(images: Tensor) -> Tensor:
    """Numbers of 0 to 255 as numbers of 0 to 1."""
    return images.float() / 255


def _changed(images: Tensor, change: Change | None) -> Tensor:
    """Numbers of 0 to 1, after the change, if there is one."""
    x = pixels(images)
    return change(x, torch.default_generator) if change else x


def _digest(data: Labelled) -> str:
    """What tells these images and labels from others."""
    content = data.images.numpy().tobytes() + data.labels.numpy().tobytes()
    return files.sha256(content)
