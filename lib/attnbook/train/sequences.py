"""Training a model that reads one sequence of tokens and writes another: its
loss, and a run over sentence pairs.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from attnbook import files
from attnbook.data import batches, tokenizer
from attnbook.train import loop
from attnbook.train.loss import cross_entropy
from attnbook.train.settings import Settings

Sentences = Sequence[tuple[str, str]]
Noise = Callable[[batches.Batch, torch.Generator], batches.Batch]


def encode(words: tokenizer.Tokenizer, pairs: Sentences) -> list[batches.Pair]:
    """Sentence pairs as token lists."""
    return [
        (words.encode(source), words.encode(target)) for source, target in pairs
    ]


def token_loss(
    model: nn.Module, batch: batches.Batch, smoothing: float = 0.0
) -> tuple[Tensor, int]:
    """Summed cross-entropy under teacher forcing, and the number of target
    tokens.
    """
    logits = model(batch.source, batch.target[:, :-1])
    answer = batch.target[:, 1:]
    return cross_entropy(logits, answer, tokenizer.PAD, smoothing), int(
        (answer != tokenizer.PAD).sum()
    )


def real_loss(
    model: Any, batch: batches.Batch, smoothing: float = 0.0
) -> tuple[Tensor, int]:
    """The same for a model with `features` and `logits`, which are computed for
    real tokens only.
    """
    features = model.features(batch.source, batch.target[:, :-1])
    return _loss(model, features, batch.target[:, 1:], smoothing)


def next_loss(
    model: Any, batch: batches.Batch, smoothing: float = 0.0
) -> tuple[Tensor, int]:
    """The same for a causal language model: each target token from those before
    it; the source is not read.
    """
    features = model.features(batch.target[:, :-1])
    return _loss(model, features, batch.target[:, 1:], smoothing)


def hidden_loss(
    model: Any, batch: batches.Batch, smoothing: float = 0.0
) -> tuple[Tensor, int]:
    """The same for a model of both sides: the tokens asked, from a text with a
    part hidden; a position that is not asked has PAD.
    """
    return _loss(model, model.features(batch.source), batch.target, smoothing)


def _loss(
    model: Any, features: Tensor, answer: Tensor, smoothing: float
) -> tuple[Tensor, int]:
    real = answer != tokenizer.PAD
    logits = model.logits(features[real])[None]
    total = cross_entropy(logits, answer[real][None], tokenizer.PAD, smoothing)
    return total, int(real.sum())


def fit_pairs(
    build: Callable[[int], nn.Module],
    training: Sentences,
    validation: Sentences,
    settings: Settings,
    folder: Path | None = None,
    *,
    vocabulary: int,
    **how: Any,
) -> tuple[Any, tokenizer.Tokenizer, list[dict[str, Any]]]:
    """Learn a tokenizer from the training pairs, build a model for it, and
    train it as `fit` does, which takes the rest.

    `build(tokens)` gives the model for that many tokens. Returns the model,
    ready to use, its tokenizer and the history of its epochs. Raises as `fit`
    and `tokenizer.train` do.
    """
    words = tokenizer.train(
        (sentence for pair in training for sentence in pair), vocabulary
    )
    model = build(len(words))
    encoded, held_out = encode(words, training), encode(words, validation)
    history = fit(model, encoded, held_out, settings, folder, **how)
    return model, words, history


def fit(
    model: nn.Module,
    training: Sequence[batches.Pair],
    validation: Sequence[batches.Pair],
    settings: Settings,
    folder: Path | None = None,
    *,
    batch_tokens: int,
    noise: Noise | None = None,
    loss: Callable[..., tuple[Tensor, int]] = token_loss,
    smoothing: float = 0.0,
    seed: int = 1,
    fingerprint: dict[str, Any] | None = None,
    measured: Callable[[Any], dict[str, Any]] | None = None,
    later: float = 0.0,
    progress: bool = True,
) -> list[dict[str, Any]]:
    """Train the model on pairs of token lists, and return the history of its
    epochs; the model is then ready to use.

    `noise` makes of each batch what is read and asked, anew in every epoch; the
    validation pairs always get the same. The pairs are part of the run's
    fingerprint; `measured` and `later` are those of `loop.fit`. Raises as that
    does.
    """
    noise = noise or (lambda batch, generator: batch)

    def noisy(generator: torch.Generator) -> list[batches.Batch]:
        drawn = batches.by_length(training, batch_tokens, generator)
        return [noise(batch, generator) for batch in drawn]

    fixed = torch.Generator().manual_seed(seed)
    history = loop.fit(
        model,
        noisy,
        lambda model, batch: loss(model, batch, smoothing),
        [
            noise(batch, fixed)
            for batch in batches.by_length(validation, batch_tokens)
        ],
        settings,
        folder,
        seed=seed,
        fingerprint=(fingerprint or {})
        | {"data": files.sha256(json.dumps([training, validation]).encode())},
        validation_loss=loss,
        measured=measured,
        later=later,
        progress=progress,
    )
    model.eval()
    return history
