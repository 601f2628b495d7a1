"""English to French on Multi30k, with and without attention: the runs behind the shipped translators."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path

import torch

from attnbook.data import batches, tokenizer, translation
from attnbook.models import seq2seq
from attnbook.train import checkpoint, loop
from attnbook.train.loss import cross_entropy


@dataclass(frozen=True)
class Recipe:
    """One translator: data, model, training, and the dropout rates among which validation BLEU chooses."""

    name: str
    attention: str
    pair: str = "en-fr"
    vocabulary: int = 5000
    smoothing: float = 0.1
    batch_tokens: int = 1600  # target tokens in a batch, padding included
    dropouts: tuple[float, ...] = (0.3, 0.2, 0.45)
    settings: loop.Settings = loop.Settings(epochs=14, rate=2e-3, warmup=400, patience=5)

    def config(self, dropout: float) -> seq2seq.Config:
        """The model of one candidate."""
        return seq2seq.Config(self.vocabulary, attention=self.attention, dropout=dropout)


RECIPES = {
    recipe.name: recipe
    for recipe in (
        Recipe("translate-en-fr-seq2seq", "none"),
        Recipe("translate-en-fr-bahdanau", "additive"),
    )
}


def fit(recipe: Recipe, dropout: float, *, progress: bool = True) -> tuple[seq2seq.Seq2Seq, tokenizer.Tokenizer, list]:
    """Train one candidate, or go on with it: the model, its tokenizer and the history of its epochs."""
    train, validation = (translation.load("multi30k", recipe.pair, split) for split in ("train", "val"))
    words = tokenizer.train((sentence for pair in train for sentence in pair), recipe.vocabulary)
    train, validation = ([(words.encode(s), words.encode(t)) for s, t in pairs] for pairs in (train, validation))
    model = seq2seq.build(recipe.config(dropout), torch.Generator().manual_seed(recipe.settings.seed))
    history = loop.fit(
        model,
        lambda generator: batches.by_length(train, recipe.batch_tokens, generator),
        lambda model, batch: token_loss(model, batch, recipe.smoothing),
        batches.by_length(validation, recipe.batch_tokens),
        recipe.settings,
        folder(recipe, dropout),
        validation_loss=token_loss,
        progress=progress,
    )
    return model.eval(), words, history


def folder(recipe: Recipe, dropout: float) -> Path:
    """Where one candidate's checkpoints lie."""
    return checkpoint.runs() / recipe.name / f"dropout-{dropout}"


def token_loss(model: seq2seq.Seq2Seq, batch: batches.Batch, smoothing: float = 0.0) -> tuple[torch.Tensor, int]:
    """Summed cross-entropy under teacher forcing, and the number of target tokens."""
    logits = model(batch.source, batch.target[:, :-1])
    answer = batch.target[:, 1:]
    return cross_entropy(logits, answer, tokenizer.PAD, smoothing), int((answer != tokenizer.PAD).sum())
