"""English to French on Multi30k, with and without attention: the runs behind the shipped translators."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import batches, tokenizer, translation
from attnbook.metrics import bleu as metrics
from attnbook.metrics import tokens
from attnbook.models import seq2seq
from attnbook.recipes import record
from attnbook.train import checkpoint, loop
from attnbook.train.loss import cross_entropy

LENGTHS = ((1, 8), (9, 11), (12, 14), (15, 19), (20, 99))  # source words, both ends included
BEAM = 5
POSITIONS = 20  # target positions for which teacher forcing and free running are compared


@dataclass(frozen=True)
class Recipe:
    """One translator: data, model, training, and the dropout rates among which validation BLEU chooses."""

    name: str
    attention: str
    pair: str = "en-fr"
    vocabulary: int = 5000
    smoothing: float = 0.1
    batch_tokens: int = 1600  # target tokens in a batch, padding included
    dropouts: tuple[float, ...] = (0.3, 0.2)
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


def train(recipe: Recipe, weights: Path, measured: Path, *, progress: bool = True) -> dict[str, Any]:
    """Train every candidate, keep the one with the best validation BLEU, write its weights, then its result."""
    candidates: list[dict[str, Any]] = []
    for dropout in recipe.dropouts:
        model, words, history = fit(recipe, dropout, progress=progress)
        bleu = validation_bleu(recipe, pretrained.Translator(model, words))
        candidates.append({"dropout": dropout, "validation_bleu": bleu, "epochs": history, "model": model})
    best = max(candidates, key=lambda c: c["validation_bleu"])
    pretrained.write(weights, "seq2seq", best["model"], words)
    search = [{key: value for key, value in c.items() if key != "model"} for c in candidates]
    return evaluate(recipe, weights, measured, {"search": search, "dropout": best["dropout"]})


def fit(recipe: Recipe, dropout: float, *, progress: bool = True) -> tuple[seq2seq.Seq2Seq, tokenizer.Tokenizer, list]:
    """Train one candidate, or go on with it: the model, its tokenizer and the history of its epochs."""
    training, validation = (translation.load("multi30k", recipe.pair, split) for split in ("train", "val"))
    words = tokenizer.train((sentence for pair in training for sentence in pair), recipe.vocabulary)
    encoded = encode(words, training)
    model = seq2seq.build(recipe.config(dropout), torch.Generator().manual_seed(recipe.settings.seed))
    history = loop.fit(
        model,
        lambda generator: batches.by_length(encoded, recipe.batch_tokens, generator),
        lambda model, batch: token_loss(model, batch, recipe.smoothing),
        batches.by_length(encode(words, validation), recipe.batch_tokens),
        recipe.settings,
        checkpoint.runs() / recipe.name / f"dropout-{dropout}",
        validation_loss=token_loss,
        progress=progress,
    )
    return model.eval(), words, history


def encode(words: tokenizer.Tokenizer, pairs: list[tuple[str, str]]) -> list[batches.Pair]:
    """Sentence pairs as token lists."""
    return [(words.encode(source), words.encode(target)) for source, target in pairs]


def token_loss(model: seq2seq.Seq2Seq, batch: batches.Batch, smoothing: float = 0.0) -> tuple[torch.Tensor, int]:
    """Summed cross-entropy under teacher forcing, and the number of target tokens."""
    logits = model(batch.source, batch.target[:, :-1])
    answer = batch.target[:, 1:]
    return cross_entropy(logits, answer, tokenizer.PAD, smoothing), int((answer != tokenizer.PAD).sum())


def validation_bleu(recipe: Recipe, translator: pretrained.Translator) -> float:
    """Greedy BLEU on the validation sentences: what the search compares."""
    sources, references = zip(*translation.load("multi30k", recipe.pair, "val"), strict=True)
    return metrics.bleu(translator.translate(sources), references)[0]


def evaluate(recipe: Recipe, weights: Path, measured: Path, search: dict[str, Any]) -> dict[str, Any]:
    """Measure the stored weights on the test sentences and write the result file."""
    translator = pretrained.read(weights)
    sources, references = map(list, zip(*translation.load("multi30k", recipe.pair, "test"), strict=True))
    greedy, beam = translator.translate(sources), translator.translate(sources, beam=BEAM)
    bleu, signature = metrics.bleu(beam, references)
    result = {
        "name": recipe.name,
        "recipe": asdict(recipe),
        **search,
        "parameters": sum(p.numel() for p in translator.model.parameters()),
        "bytes": weights.stat().st_size,
        "validation_bleu": validation_bleu(recipe, translator),
        "test": {"bleu": bleu, "beam": BEAM, "greedy_bleu": metrics.bleu(greedy, references)[0], "signature": signature}
        | _teacher_forced(translator, sources, references),
        "by_length": by_length(sources, references, beam),
        "hypotheses": beam,
        "by_position": by_position(translator, sources, references, greedy),
        "machine": record.machine(),
    }
    if recipe.attention != "none":
        result["alignments"] = [record.alignment(translator, sources[i], beam[i]) for i in shown(sources)]
    return record.write(measured, result)


def _teacher_forced(translator: pretrained.Translator, sources: list[str], references: list[str]) -> dict[str, float]:
    encoded = batches.by_length(encode(translator.tokenizer, list(zip(sources, references, strict=True))), 4000)
    loss = loop.evaluate(translator.model, encoded, token_loss)
    return {"perplexity": tokens.perplexity(loss), "loss": loss}


def by_length(sources: list[str], references: list[str], hypotheses: list[str]) -> list[dict[str, Any]]:
    """BLEU of the sentences whose source has so many words, for each range in LENGTHS."""
    rows = []
    for (low, high), chosen in length_groups(sources).items():
        bleu, _ = metrics.bleu([hypotheses[i] for i in chosen], [references[i] for i in chosen])
        rows.append({"low": low, "high": high, "sentences": len(chosen), "bleu": bleu})
    return rows


def length_groups(sources: list[str]) -> dict[tuple[int, int], list[int]]:
    """For each range in LENGTHS, which sentences it holds."""
    lengths = [len(source.split()) for source in sources]
    return {(low, high): [i for i, n in enumerate(lengths) if low <= n <= high] for low, high in LENGTHS}


@torch.no_grad()
def by_position(
    translator: pretrained.Translator, sources: list[str], references: list[str], greedy: list[str]
) -> dict[str, list[float]]:
    """Share of sentences whose token at target position t is the reference's: with the true words fed in, and free."""
    forced, free = torch.zeros(POSITIONS), torch.zeros(POSITIONS)
    count = torch.zeros(POSITIONS)
    for source, reference, output in zip(sources, references, greedy, strict=True):
        read, truth = (torch.tensor([translator.tokenizer.encode(s)]) for s in (source, reference))
        said = torch.tensor([translator.tokenizer.encode(output)])
        fed = torch.cat((torch.tensor([[tokenizer.START]]), truth[:, :-1]), 1)
        guess = translator.model(read, fed).argmax(-1)
        length = min(truth.shape[1], POSITIONS)
        count[:length] += 1
        forced[:length] += (guess == truth)[0, :length]
        same = min(length, said.shape[1])
        free[:same] += (said[:, :same] == truth[:, :same])[0]
    return {"forced": (forced / count).tolist(), "free": (free / count).tolist(), "sentences": count.int().tolist()}


def shown(sources: list[str], count: int = 8) -> list[int]:
    """Which test sentences the book draws: the first `count` of 8 to 14 words; chosen by length, not by quality."""
    return [i for i, source in enumerate(sources) if 8 <= len(source.split()) <= 14][:count]
