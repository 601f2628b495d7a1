"""Training a model that looks at an image and writes a caption."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from torch import Tensor, nn

from attnbook import files
from attnbook.data import batches, tokenizer
from attnbook.train import loop
from attnbook.train.loss import cross_entropy
from attnbook.train.settings import Settings

Captions = tuple[Tensor, Sequence[tuple[int, str]]]
"""Images "count 3 side side", numbers of 0 to 255, and captions, each with the
place of its image; an image may have several, or none.
"""


def caption_loss(images: Tensor, *, blind: bool = False) -> loop.Loss:
    """The loss of captions under teacher forcing, in nats; a batch names its
    images (numbers of 0 to 255) by their places in `images`. A `blind` model
    sees white.
    """

    def loss(model: nn.Module, batch: batches.Batch) -> tuple[Tensor, int]:
        seen = images[batch.source[:, 0].cpu()].to(batch.target.device)
        shown = seen.float() / 255
        if blind:
            shown.fill_(1.0)
        fed, answer = batch.target[:, :-1], batch.target[:, 1:]
        logits, _ = model.unroll(shown, fed)  # type: ignore[operator]
        real = answer != tokenizer.PAD
        total = cross_entropy(logits, answer, tokenizer.PAD)
        return total, int(real.sum())

    return loss


def fit(
    model: nn.Module,
    words: tokenizer.Tokenizer,
    training: Captions,
    validation: Captions,
    settings: Settings,
    folder: Path | None = None,
    *,
    batch_tokens: int,
    blind: bool = False,
    seed: int = 1,
    fingerprint: dict[str, Any] | None = None,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Train a captioner on images and their captions; the history of its
    epochs. The captions are part of the run's fingerprint.

    Raises as `loop.fit` does.
    """
    pairs, held_out = (
        [([i], words.encode(caption)) for i, caption in said]
        for _, said in (training, validation)
    )
    history = loop.fit(
        model,
        lambda generator: batches.by_length(pairs, batch_tokens, generator),
        caption_loss(training[0], blind=blind),
        batches.by_length(held_out, batch_tokens),
        settings,
        folder,
        seed=seed,
        fingerprint=(fingerprint or {})
        | {"data": files.sha256(repr([pairs, held_out]).encode())},
        validation_loss=caption_loss(validation[0], blind=blind),
        progress=progress,
    )
    model.eval()
    return history
