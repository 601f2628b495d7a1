"""Alignment on `phrases`, where the true one is known: every score against the diagonal, and the shipped model."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import mean
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import batches, phrases, tokenizer
from attnbook.metrics import alignment
from attnbook.metrics import bleu as metrics
from attnbook.models import seq2seq
from attnbook.recipes import record
from attnbook.recipes.translate import encode, token_loss
from attnbook.train import loop


@dataclass(frozen=True)
class Recipe:
    """A small translator of phrases for each score and seed."""

    name: str = "align-phrases"
    attentions: tuple[str, ...] = ("additive", "general", "dot", "linear")
    seeds: tuple[int, ...] = (1, 2, 3)
    vocabulary: int = 400
    batch_tokens: int = 600
    shipped: str = "translate-en-fr-bahdanau"
    settings: loop.Settings = loop.Settings(epochs=12, rate=4e-3, warmup=100)

    def config(self, attention: str) -> seq2seq.Config:
        """The model of one score; decoder and memory have one width, as the dot product needs."""
        return seq2seq.Config(self.vocabulary, width=48, encoder=48, decoder=96, attention=attention, dropout=0.1)


RECIPES = {"align-phrases": Recipe()}


def train(recipe: Recipe, measured: Path, *, progress: bool = True) -> dict[str, Any]:
    """Train every model, align the test phrases with it, and write the result file."""
    test = list(phrases.split("test"))
    rows: list[dict[str, Any]] = []
    for attention in recipe.attentions:
        found = [measure(fit(recipe, attention, seed, progress=progress), test) for seed in recipe.seeds]
        rows.append({"attention": attention} | {key: [one[key] for one in found] for key in found[0]})
        rows[-1]["mean"] = mean(rows[-1]["all"])
    result: dict[str, Any] = {"recipe": asdict(recipe), "rows": rows, "diagonal": diagonal(test)}
    result["shipped"] = measure(pretrained.load(recipe.shipped), test)
    result["phrases"] = {"train": len(phrases.split("train")), "test": len(test), **_counts(test)}
    return record.write(measured, result | {"machine": record.machine()})


def fit(recipe: Recipe, attention: str, seed: int = 1, *, progress: bool = True) -> pretrained.Translator:
    """Train one small translator of phrases."""
    training, validation = ([(p.source, p.target) for p in phrases.split(split)] for split in ("train", "val"))
    words = tokenizer.train((sentence for pair in training for sentence in pair), recipe.vocabulary)
    config = replace(recipe.config(attention), vocabulary=len(words))
    model = seq2seq.build(config, torch.Generator().manual_seed(seed))
    encoded = encode(words, training)
    loop.fit(
        model,
        lambda generator: batches.by_length(encoded, recipe.batch_tokens, generator),
        token_loss,
        batches.by_length(encode(words, validation), recipe.batch_tokens),
        replace(recipe.settings, seed=seed),
        progress=progress,
    )
    return pretrained.Translator(model.eval(), words)


def measure(translator: pretrained.Translator, test: list[phrases.Phrase]) -> dict[str, float]:
    """BLEU, and the alignment error rate over all phrases, those in English order, and the reordered ones."""
    bleu, _ = metrics.bleu(translator.translate([p.source for p in test]), [p.target for p in test])
    found = [alignment.links(word_weights(translator, phrase)) for phrase in test]
    return {"bleu": bleu} | _error_rates(found, test)


def diagonal(test: list[phrases.Phrase]) -> dict[str, float]:
    """The baseline: target word t of T linked to source word round(t * (S - 1) / (T - 1))."""
    found = []
    for phrase in test:
        last_s, last_t = len(phrase.english) - 1, len(phrase.french) - 1
        found.append({(t, round(t * last_s / last_t)) for t in range(last_t + 1)})
    return _error_rates(found, test)


def word_weights(translator: pretrained.Translator, phrase: phrases.Phrase) -> torch.Tensor:
    """Weights between words: summed over the tokens of a source word, mean over those of a target word."""
    _, _, weights = translator.align(phrase.source, phrase.target)
    rows = _owners(translator.tokenizer, phrase.target, phrase.french)
    columns = _owners(translator.tokenizer, phrase.source, phrase.english)
    total = torch.zeros(len(phrase.french), len(phrase.english))
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            total[row, column] += weights[i, j] / rows.count(row)
    return total


def _owners(words: tokenizer.Tokenizer, sentence: str, parts: tuple[str, ...]) -> list[int]:
    """For each token of the sentence (without STOP), the part that holds its last character."""
    ends, position = [], 0
    for part in parts:
        position = sentence.index(part, position) + len(part)
        ends.append(position)
    return [next(i for i, end in enumerate(ends) if stop <= end) for _, stop in words.spans(sentence)]


def reordered(phrase: phrases.Phrase) -> bool:
    """True when some link goes backward: a later target word translates an earlier source word."""
    first = [min((s for t, s in phrase.alignment if t == target), default=0) for target in range(len(phrase.french))]
    return first != sorted(first)


def _error_rates(found: list[alignment.Links], test: list[phrases.Phrase]) -> dict[str, float]:
    groups = {
        "all": test,
        "in_order": [p for p in test if not reordered(p)],
        "reordered": [p for p in test if reordered(p)],
    }
    by_phrase = dict(zip(test, found, strict=True))
    return {name: _error_rate([by_phrase[p] for p in group], group) for name, group in groups.items()}


def _error_rate(found: list[alignment.Links], test: list[phrases.Phrase]) -> float:
    """Over all phrases at once: links are told apart by the number of their phrase."""
    predicted = {(1000 * i + t, s) for i, links in enumerate(found) for t, s in links}
    sure = {(1000 * i + t, s) for i, phrase in enumerate(test) for t, s in phrase.alignment}
    return alignment.alignment_error_rate(predicted, sure)


def _counts(test: list[phrases.Phrase]) -> dict[str, int]:
    return {"reordered": sum(map(reordered, test)), "in_order": sum(not reordered(p) for p in test)}
