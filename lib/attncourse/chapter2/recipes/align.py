"""Alignment on `phrases`, where the true one is known: every score against the
diagonal, and the shipped model.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import phrases, tokenizer
from attnbook.metrics.alignment import Links, alignment_error_rate, links
from attnbook.metrics.bleu import bleu
from attnbook.models import seq2seq
from attncourse.chapter1.recipes.bottleneck import Phrases, words
from attncourse.experiments.trials import Case, Rows


@dataclass(frozen=True)
class Align(Phrases):
    """A small translator of phrases for each score and seed."""

    name: str = "align-phrases"
    state: int = 96
    items: int = 4013
    rates: tuple[float, ...] = (4e-3, 8e-3)
    attentions: tuple[str, ...] = ("additive", "general", "dot", "linear")
    shipped: str = "translate-en-fr-bahdanau"

    measures = ("scores",)

    def units(self) -> int:
        """As many as a state of the encoder has, which `dot` needs."""
        return self.state

    def cases(self) -> Iterator[Case]:
        for attention in self.attentions:
            yield {"attention": attention}

    def fresh(self, case: Case, seed: int) -> seq2seq.Seq2Seq:
        return self.built(seed, **case)

    def measure(self, model: Any, case: Case, seed: int) -> dict[str, Rows]:
        """The alignment of the test phrases, and the share of each group."""
        translator = pretrained.Translator(model, words(self.tokens))
        row = case | {"seed": seed} | measured(translator, tested())
        return {"scores": [row | self.after(case, seed)(model)]}

    def values(self) -> dict[str, tuple[Any, str]]:
        counts = {
            "train": len(phrases.split("train")),
            "test": len(tested()),
            "reordered": sum(map(reordered, tested())),
        }
        return {f"{k}_phrases": (n, "phrases") for k, n in counts.items()}

    def tables(self) -> dict[str, Rows]:
        """What needs no training: the diagonal, and the shipped model."""
        shipped = measured(pretrained.load(self.shipped), tested())
        return {
            "references": [
                {"model": "diagonal", "bleu": None} | diagonal(tested()),
                {"model": self.shipped} | shipped,
            ]
        }


GROUPS = ("all", "in_order", "reordered")
TOGETHER = 100  # phrases in one batch
ALIGN = Align()


def tested() -> list[phrases.Phrase]:
    """The test phrases."""
    return list(phrases.split("test"))


def measured(
    translator: pretrained.Translator, test: list[phrases.Phrase]
) -> dict[str, float]:
    """BLEU, and the alignment error rate over all phrases, those in English
    order, and the reordered ones.
    """
    score, _ = bleu(
        translator.translate([p.source for p in test]), [p.target for p in test]
    )
    return {"bleu": score, **error_rates(translator, test)}


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
