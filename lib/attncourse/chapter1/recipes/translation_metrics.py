"""What a translator gets right on Multi30k: the values, tables and samples of
"translate-en-fr-...".
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from attnbook.data import batches, translation
from attnbook.metrics import tokens
from attnbook.metrics.bleu import bleu
from attnbook.pretrained import Translator
from attnbook.train import loop, sequences


def validation_bleu(
    translator: Translator, pair: str, corpus: str = "multi30k"
) -> float:
    """Greedy BLEU on the validation sentences: what the search compares."""
    sources, references = zip(
        *translation.load(corpus, pair, "val"), strict=True
    )
    return bleu(translator.translate(sources), references)[0]


def measure(
    translator: Translator,
    pair: str,
    *,
    beam: int,
    lengths: Sequence[int],
    shown: int,
    seed: int,
    corpus: str = "multi30k",
) -> tuple[dict, dict, dict]:
    """Values, tables and samples on the test sentences."""
    test = translation.load(corpus, pair, "test")
    sources, references = map(list, zip(*test, strict=True))
    greedy = translator.translate(sources)
    hypotheses = translator.translate(sources, beam=beam)
    values = scores(translator, test, greedy, hypotheses) | {
        "validation_bleu": (validation_bleu(translator, pair, corpus), "BLEU")
    }
    groups = by_length(lengths, sources, references, hypotheses)
    tables = {"by_length": [row | {"seed": seed} for row in groups]}
    samples: dict[str, list[Any]] = {"hypotheses": hypotheses}
    if translator.model.config.attention != "none":
        samples["alignments"] = [
            alignment(translator, sources[i], hypotheses[i])
            for i in middle_lengths(sources)[:shown]
        ]
    return values, tables, samples


def scores(
    translator: Translator,
    test: Sequence[tuple[str, str]],
    greedy: Sequence[str],
    hypotheses: Sequence[str],
) -> dict[str, tuple[Any, str]]:
    """The values of pairs that it was not trained on: BLEU of what a beam and
    what greedy decoding says of them, and how well each token is predicted.
    """
    references = [target for _, target in test]
    score, signature = bleu(hypotheses, references)
    pairs = sequences.encode(translator.tokenizer, test)
    model = translator.model
    near = batches.by_length(pairs, 4000)
    loss = loop.evaluate(model, near, sequences.token_loss)
    return {
        "bleu": (score, "BLEU"),
        "greedy_bleu": (bleu(greedy, references)[0], "BLEU"),
        "signature": (signature, "sacrebleu"),
        "loss": (loss, "nats per token"),
        "perplexity": (tokens.perplexity(loss), "tokens"),
        "parameters": (sum(p.numel() for p in model.parameters()), "numbers"),
    }


def by_length(
    lengths: Sequence[int],
    sources: list[str],
    references: list[str],
    hypotheses: list[str],
) -> list[dict[str, Any]]:
    """BLEU of each group of lengths, by the number of words in the source."""
    rows = []
    for (shortest, longest), chosen in length_groups(lengths, sources).items():
        score, _ = bleu(
            [hypotheses[i] for i in chosen], [references[i] for i in chosen]
        )
        group = {"shortest": shortest, "longest": longest}
        rows.append({**group, "sentences": len(chosen), "bleu": score})
    return rows


def length_groups(
    lengths: Sequence[int], sources: list[str]
) -> dict[tuple[int, int], list[int]]:
    """For each group of lengths, shortest and longest, which sentences it
    holds.
    """
    counts = [len(source.split()) for source in sources]
    groups = [(begin, end - 1) for begin, end in pairwise(lengths)]
    return {
        (low, high): [i for i, n in enumerate(counts) if low <= n <= high]
        for low, high in groups
    }


def middle_lengths(sources: list[str]) -> list[int]:
    """The sentences of 8 to 14 words, of which the book draws the first: chosen
    by length, not by quality.
    """
    counts = [len(source.split()) for source in sources]
    return [i for i, n in enumerate(counts) if 8 <= n <= 14]


def alignment(
    translator: Translator, source: str, target: str
) -> dict[str, Any]:
    """A sentence, its translation and the weights between them, three
    digits.
    """
    pieces, output, weights = translator.align(source, target)
    rows = weights.double().round(decimals=3).tolist()
    return {"source": pieces, "target": output, "weights": rows}


def cut(text: str) -> list[str]:
    """The words and marks of a French text."""
    return re.findall(r"[^\W_]+'?|\S", text)
