"""Training a model that looks at an image and says its class."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attnbook import files, validation
from attnbook.data.augment import mixup
from attnbook.data.labelled import Labelled
from attnbook.patches import patchify
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
    alpha: float = 0.0,
) -> loop.Loss:
    """The cross-entropy of the classes, in nats; a batch names its images by
    their places in `data`.

    What `change` and `mixup` with `alpha` draw comes from the global generator,
    which a checkpoint holds. Source of the smoothing: Szegedy et al. 2016,
    section 7. Raises ValueError for a smoothing outside 0 .. 1.
    """
    validation.between(0, 1, smoothing=smoothing)

    def loss(model: nn.Module, batch: Tensor) -> tuple[Tensor, int]:
        where = batch.cpu()
        x, labels = pixels(data.images[where]), data.labels[where]
        if change:
            x = change(x, torch.default_generator)
        wanted = labels
        if alpha:
            x, wanted = mixup(
                x, labels, len(data.classes), alpha, torch.default_generator
            )
        logits = model(x.to(batch.device))
        total = F.cross_entropy(
            logits,
            wanted.to(batch.device),
            reduction="sum",
            label_smoothing=smoothing,
        )
        return total, len(batch)

    return loss


def masked_loss(
    data: Labelled, change: Change | None = None, *, share: float
) -> loop.Loss:
    """The squared error of the pixels of hidden patches, of a `MaskedViT`; the
    pixels of each patch have mean 0 and variance 1, and this share of the
    patches, drawn anew, is hidden.

    Source: He et al. 2022, sections 3 and 4.1. Raises ValueError for a share
    outside 0 .. 1.
    """
    validation.between(0, 1, share=share)

    def loss(model: Any, batch: Tensor) -> tuple[Tensor, int]:
        x = pixels(data.images[batch.cpu()])
        x = change(x, torch.default_generator) if change else x
        wanted = patchify(x, model.vit.config.patch)
        spread = (wanted.var(-1, keepdim=True) + 1e-6).sqrt()
        wanted = (wanted - wanted.mean(-1, keepdim=True)) / spread
        lots = torch.rand(wanted.shape[:2])
        count = max(round(share * lots.shape[1]), 1)
        hidden = lots.argsort(-1) < count  # as many in every image
        said = model(x.to(batch.device), hidden.to(batch.device))
        missed = (said - wanted.to(batch.device)).square().mean(-1)
        return missed[hidden].sum(), int(hidden.sum())

    return loss


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
        x = pixels(images)
        x = fixed(x, torch.default_generator) if fixed else x
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


def _digest(data: Labelled) -> str:
    """What tells these images and labels from others."""
    content = data.images.numpy().tobytes() + data.labels.numpy().tobytes()
    return files.sha256(content)
