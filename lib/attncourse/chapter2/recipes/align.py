"""Alignment on `phrases`, where the true one is known: every score against the
diagonal, and the shipped model.
"""

from bisect import bisect_left
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import phrases, tokenizer
from attnbook.metrics.alignment import Links, alignment_error_rate, links
from attnbook.metrics.bleu import bleu
from attnbook.models import seq2seq
from attnbook.models.decoder import WIRINGS
from attnbook.train import sequences
from attnbook.train.settings import Settings
from attncourse.experiments.results import Result
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Align:
    """A small translator of phrases for each wiring of the decoder, each score,
    and each seed.
    """

    name: str = "align-phrases"
    wirings: tuple[str, ...] = WIRINGS
    attentions: tuple[str, ...] = (
        "none",
        "additive",
        "general",
        "dot",
        "linear",
    )
    seeds: tuple[int, ...] = (1, 2, 3)
    model: seq2seq.Config = seq2seq.Config(
        400, width=48, encoder=48, decoder=96, dropout=0.1
    )
    batch_tokens: int = 600
    shipped: str = "translate-en-fr-bahdanau"
    settings: Settings = Settings(epochs=12, rate=4e-3, warmup=100)

    def run(self, workspace: Workspace, *, progress: bool = True) -> Result:
        """Train every model and align the test phrases with it."""
        workspace.check_writable(self.name)
        test = list(phrases.split("test"))
        rows, seconds = [], 0.0
        for wiring, attention, seed in product(
            self.wirings, self.attentions, self.seeds
        ):
            translator, history = fit(
                self, attention, wiring, seed, workspace, progress=progress
            )
            rows.append(
                {"wiring": wiring, "attention": attention, "seed": seed}
                | measure(translator, test)
            )
            seconds += history[-1]["seconds"]
        shipped = measure(pretrained.load(self.shipped), test)
        references = [
            {"model": "diagonal", "bleu": None} | diagonal(test),
            {"model": self.shipped} | shipped,
        ]
        counts = {
            "train": len(phrases.split("train")),
            "test": len(test),
            "reordered": sum(map(reordered, test)),
        }
        values = {
            f"{name}_phrases": (count, "phrases")
            for name, count in counts.items()
        }
        return workspace.write(
            self,
            seconds=seconds,
            values=values,
            tables={"scores": rows, "references": references},
        )


GROUPS = ("all", "in_order", "reordered")
TOGETHER = 100  # phrases in one batch
ALIGN = Align()


def fit(
    recipe: Align,
    attention: str,
    wiring: str = "bahdanau",
    seed: int = 1,
    workspace: Workspace | None = None,
    *,
    progress: bool = True,
) -> tuple[pretrained.Translator, list[dict[str, Any]]]:
    """Train one small translator of phrases, and its history; with a
    workspace, the run can be killed and goes on.
    """
    training, validation = (
        [(p.source, p.target) for p in phrases.split(split)]
        for split in ("train", "val")
    )

    def build(vocabulary: int) -> seq2seq.Seq2Seq:
        config = replace(
            recipe.model,
            vocabulary=vocabulary,
            attention=attention,
            wiring=wiring,
        )
        return seq2seq.build(config, torch.Generator().manual_seed(seed))

    model, words, history = sequences.fit_pairs(
        build,
        training,
        validation,
        recipe.settings,
        workspace.checkpoints(recipe.name, f"{wiring}-{attention}-{seed}")
        if workspace
        else None,
        vocabulary=recipe.model.vocabulary,
        batch_tokens=recipe.batch_tokens,
        seed=seed,
        fingerprint={
            "recipe": asdict(recipe),
            "wiring": wiring,
            "attention": attention,
        },
        progress=progress,
    )
    return pretrained.Translator(model, words), history


def measure(
    translator: pretrained.Translator, test: list[phrases.Phrase]
) -> dict[str, float | None]:
    """BLEU, and the alignment error rate over all phrases, those in English
    order, and the reordered ones.

    A model without attention has no weights, and so no error rates: None.
    """
    score, _ = bleu(
        translator.translate([p.source for p in test]), [p.target for p in test]
    )
    blind = translator.model.config.attention == "none"
    return {
        "bleu": score,
        **(dict.fromkeys(GROUPS) if blind else error_rates(translator, test)),
    }


def error_rates(
    translator: pretrained.Translator, test: list[phrases.Phrase]
) -> dict[str, float]:
    """The alignment error rate of a translator's weights for each of GROUPS."""
    found = []
    for start in range(0, len(test), TOGETHER):
        group = test[start : start + TOGETHER]
        weights = translator.weights([(p.source, p.target) for p in group])
        found += [
            links(_by_word(translator.tokenizer, phrase, own))
            for phrase, own in zip(group, weights, strict=True)
        ]
    return _error_rates(found, test)


def diagonal(test: list[phrases.Phrase]) -> dict[str, float]:
    """The baseline: target word t of T linked to source word round(t * (S - 1)
    / (T - 1)).
    """
    sizes = [(len(phrase.french), len(phrase.english)) for phrase in test]
    return _error_rates(
        [
            {(t, round(t * (S - 1) / (T - 1))) for t in range(T)}
            for T, S in sizes
        ],
        test,
    )


def word_weights(
    translator: pretrained.Translator, phrase: phrases.Phrase
) -> torch.Tensor:
    """Weights between words: summed over the tokens of a source word, mean over
    those of a target word.
    """
    (weights,) = translator.weights([(phrase.source, phrase.target)])
    return _by_word(translator.tokenizer, phrase, weights)


def _by_word(
    words: tokenizer.Tokenizer, phrase: phrases.Phrase, weights: torch.Tensor
) -> torch.Tensor:
    """The same from weights between tokens, which padding may follow."""
    rows = _owners(words, phrase.target, phrase.french)
    columns = _owners(words, phrase.source, phrase.english)
    read = weights[: len(rows), : len(columns)]
    to_rows = torch.eye(len(phrase.french))[rows]
    to_columns = torch.eye(len(phrase.english))[columns]
    tokens = to_rows.sum(0).clamp(min=1)
    return (to_rows / tokens).T @ read @ to_columns


def _owners(
    words: tokenizer.Tokenizer, sentence: str, parts: tuple[str, ...]
) -> list[int]:
    """For each token of the sentence (without STOP), the part that holds its
    last character.
    """
    ends = [0]
    for part in parts:
        ends.append(sentence.index(part, ends[-1]) + len(part))
    return [bisect_left(ends[1:], stop) for _, stop in words.spans(sentence)]


def reordered(phrase: phrases.Phrase) -> bool:
    """True when some link goes backward: a later target word translates an
    earlier source word.
    """
    first = [
        min((s for t, s in phrase.alignment if t == target), default=0)
        for target in range(len(phrase.french))
    ]
    return first != sorted(first)


def _error_rates(
    found: list[Links], test: list[phrases.Phrase]
) -> dict[str, float]:
    """Each over all phrases of its group at once: links are told apart by the
    number of their phrase.
    """
    numbered = range(len(test))
    backward = [i for i in numbered if reordered(test[i])]
    forward = [i for i in numbered if i not in backward]
    rates = {}
    for name, group in zip(GROUPS, (numbered, forward, backward), strict=True):
        predicted = {(1000 * i + t, s) for i in group for t, s in found[i]}
        sure = {(1000 * i + t, s) for i in group for t, s in test[i].alignment}
        rates[name] = alignment_error_rate(predicted, sure)
    return rates
