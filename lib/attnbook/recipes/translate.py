"""English to French on Multi30k, with and without attention: the runs behind
the shipped translators.
"""

from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import torch

from attnbook import pretrained
from attnbook.data import batches, translation
from attnbook.metrics import tokens
from attnbook.metrics.bleu import bleu
from attnbook.models import seq2seq
from attnbook.recipes.place import Place
from attnbook.results import Result
from attnbook.train import loop, sequences
from attnbook.train.settings import Settings


@dataclass(frozen=True)
class Translate:
    """One translator: data, model, training, and the dropout rates among which
    validation BLEU chooses.
    """

    name: str
    model: seq2seq.Config
    pair: str = "en-fr"
    smoothing: float = 0.1
    batch_tokens: int = 1600  # target tokens in a batch, padding included
    dropouts: tuple[float, ...] = (0.3, 0.2)
    seed: int = 1
    settings: Settings = Settings(epochs=14, rate=2e-3, warmup=400, patience=5)
    beam: int = 5
    # source words at which a group begins; the last one is the end
    lengths: tuple[int, ...] = (1, 9, 12, 15, 20, 100)
    # alignments stored: the first test sentences of 8 to 14 words
    shown: int = 8

    def run(self, place: Place, *, progress: bool = True) -> Result:
        """Train every candidate, write the weights of the best on validation,
        then measure the stored file.
        """
        place.probe(self.name)
        candidates: dict[float, Any] = {}
        search, epochs, seconds = [], [], 0.0
        for dropout in self.dropouts:
            candidates[dropout], history = fit(
                self, dropout, place, progress=progress
            )
            score = validation_bleu(self, candidates[dropout])
            search.append(
                {
                    "dropout": dropout,
                    "seed": self.seed,
                    "validation_bleu": score,
                }
            )
            epochs += [
                {"dropout": dropout, "seed": self.seed, **row}
                for row in history
            ]
            seconds += history[-1]["seconds"]
        best = max(search, key=lambda row: row["validation_bleu"])["dropout"]
        path = pretrained.write(
            place.weights(self.name),
            candidates[best].model,
            candidates[best].tokenizer,
        )
        values, tables, samples = measure(self, pretrained.read(path))
        values |= {
            "dropout": (best, "share"),
            "bytes": (path.stat().st_size, "bytes"),
        }
        tables |= {"search": search, "epochs": epochs}
        return place.write(
            self, seconds=seconds, values=values, tables=tables, samples=samples
        )


SEQ2SEQ = Translate(
    "translate-en-fr-seq2seq", seq2seq.Config(5000, attention="none")
)
BAHDANAU = Translate(
    "translate-en-fr-bahdanau", seq2seq.Config(5000, attention="additive")
)


def fit(
    recipe: Translate, dropout: float, place: Place, *, progress: bool = True
) -> tuple[pretrained.Translator, list[dict[str, Any]]]:
    """Train one candidate, or go on with it: the translator and the history of
    its epochs.
    """
    training, validation = (
        translation.load("multi30k", recipe.pair, split)
        for split in ("train", "val")
    )

    def build(vocabulary: int) -> seq2seq.Seq2Seq:
        config = replace(recipe.model, vocabulary=vocabulary, dropout=dropout)
        return seq2seq.build(config, torch.Generator().manual_seed(recipe.seed))

    model, words, history = sequences.fit_pairs(
        build,
        training,
        validation,
        recipe.settings,
        place.checkpoints(recipe.name, f"dropout-{dropout}"),
        vocabulary=recipe.model.vocabulary,
        batch_tokens=recipe.batch_tokens,
        smoothing=recipe.smoothing,
        seed=recipe.seed,
        fingerprint={"recipe": asdict(recipe), "dropout": dropout},
        progress=progress,
    )
    return pretrained.Translator(model, words), history


def validation_bleu(
    recipe: Translate, translator: pretrained.Translator
) -> float:
    """Greedy BLEU on the validation sentences: what the search compares."""
    sources, references = zip(
        *translation.load("multi30k", recipe.pair, "val"), strict=True
    )
    return bleu(translator.translate(sources), references)[0]


def measure(
    recipe: Translate, translator: pretrained.Translator
) -> tuple[dict, dict, dict]:
    """Values, tables and samples of the stored weights on the test
    sentences.
    """
    sources, references = map(
        list,
        zip(*translation.load("multi30k", recipe.pair, "test"), strict=True),
    )
    greedy, hypotheses = (
        translator.translate(sources),
        translator.translate(sources, beam=recipe.beam),
    )
    score, signature = bleu(hypotheses, references)
    pairs = sequences.encode(
        translator.tokenizer, list(zip(sources, references, strict=True))
    )
    loss = loop.evaluate(
        translator.model, batches.by_length(pairs, 4000), sequences.token_loss
    )
    values = {
        "bleu": (score, "BLEU"),
        "greedy_bleu": (bleu(greedy, references)[0], "BLEU"),
        "validation_bleu": (validation_bleu(recipe, translator), "BLEU"),
        "signature": (signature, "sacrebleu"),
        "loss": (loss, "nats per token"),
        "perplexity": (tokens.perplexity(loss), "tokens"),
        "parameters": (
            sum(p.numel() for p in translator.model.parameters()),
            "numbers",
        ),
    }
    tables = {
        "by_length": [
            row | {"seed": recipe.seed}
            for row in by_length(recipe, sources, references, hypotheses)
        ],
    }
    samples: dict[str, list[Any]] = {"hypotheses": hypotheses}
    if recipe.model.attention != "none":
        samples["alignments"] = [
            alignment(translator, sources[i], hypotheses[i])
            for i in shown(recipe, sources)
        ]
    return values, tables, samples


def by_length(
    recipe: Translate,
    sources: list[str],
    references: list[str],
    hypotheses: list[str],
) -> list[dict[str, Any]]:
    """BLEU of the sentences whose source has so many words, for each group of
    lengths.
    """
    rows = []
    for (shortest, longest), chosen in length_groups(recipe, sources).items():
        score, _ = bleu(
            [hypotheses[i] for i in chosen], [references[i] for i in chosen]
        )
        rows.append(
            {
                "shortest": shortest,
                "longest": longest,
                "sentences": len(chosen),
                "bleu": score,
            }
        )
    return rows


def length_groups(
    recipe: Translate, sources: list[str]
) -> dict[tuple[int, int], list[int]]:
    """For each group of lengths, shortest and longest, which sentences it
    holds.
    """
    counts = [len(source.split()) for source in sources]
    groups = [(begin, end - 1) for begin, end in pairwise(recipe.lengths)]
    return {
        (low, high): [i for i, n in enumerate(counts) if low <= n <= high]
        for low, high in groups
    }


def shown(recipe: Translate, sources: list[str]) -> list[int]:
    """Which test sentences the book draws: the first of 8 to 14 words; chosen
    by length, not by quality.
    """
    return [
        i for i, source in enumerate(sources) if 8 <= len(source.split()) <= 14
    ][: recipe.shown]


def alignment(
    translator: pretrained.Translator, source: str, target: str
) -> dict[str, Any]:
    """A sentence, its translation and the weights between them, three
    digits.
    """
    read, said, weights = translator.align(source, target)
    rows = weights.double().round(decimals=3).tolist()
    return {"source": read, "target": said, "weights": rows}
