"""The scoreboard: all models of the course on held-out data, from the result
files.
"""

from math import log2
from statistics import fmean
from typing import Any

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.experiments.results import Result
from attncourse.figures import tables

FRENCH = {
    "translate-en-fr-seq2seq": "one vector",
    "translate-en-fr-bahdanau": "attention",
    "bahdanau-same-tokens": "attention, trained longer",
    "translate-en-fr-transformer": "Transformer",
}
GERMAN = {
    "translate-de-en-seq2seq": "one vector",
    "translate-de-en-bahdanau": "attention",
    "translate-de-en-transformer": "Transformer",
}
ATTENTION = {"none": "one vector", "attention": "attention over a grid"}


def translation() -> Finding:
    """Each translator on the 1,000 test sentences of Multi30k."""
    stored = {
        name: results.load(name)
        for name in (*FRENCH, *GERMAN)
        if name in results.names()
    }
    rows = [_translator(name, one) for name, one in stored.items()]
    bleu = [stored[name].value("bleu") for name in FRENCH]
    assert bleu == sorted(bleu), "each of them translates better"
    signatures = {one.value("signature") for one in stored.values()}
    assert len(signatures) == 1, "measured in one way"
    beams = {_base(one)["beam"] for one in stored.values()}
    assert len(beams) == 1, "and with one beam"
    caption = f"""BLEU, greedy and with a beam of {beams.pop()}; perplexity of a
    token of the reference; millions of parameters; minutes of training. Of one
    seed, a point of BLEU says nothing."""
    return Finding(
        "scoreboard.translation",
        tables.table(rows, digits=1),
        caption,
        tuple(stored.values()),
    )


def _base(one: Result) -> dict[str, Any]:
    """What a translator's recipe says of it."""
    return one.recipe.get("base", one.recipe)


def _seconds(one: Result) -> float:
    """Of the training that is kept; of several seeds, their mean."""
    if "search" not in one.tables:
        return float(one.made["seconds"]) / len(one.recipe.get("seeds", (1,)))
    epochs = one.table("epochs").where(dropout=one.value("dropout"))
    return float(epochs.column("seconds")[-1])


def _translator(name: str, one: Result) -> dict[str, Any]:
    """A row: means, if there are several seeds."""

    def value(key: str) -> float:
        if "scores" in one.tables:
            return fmean(one.table("scores").column(key))
        return float(one.value(key))

    return {
        "pair": _base(one)["pair"].replace("-", "\u2011"),  # in one line
        "model": (FRENCH | GERMAN)[name],
        "greedy": value("greedy_bleu"),
        "beam": value("bleu"),
        "perplexity": value("perplexity"),
        "millions": value("parameters") / 1e6,
        "minutes": round(_seconds(one) / 60),
        "seeds": len(one.recipe.get("seeds", (1,))),
    }


def images() -> Finding:
    """What models of images get right that they have not seen."""
    scenes, digits, photographs = (
        results.load(name)
        for name in ("caption-scenes", "vision-digits", "vit-cifar")
    )
    described = scenes.table("scores")
    rows = [
        {
            "task": "captions of scenes: attributes",
            "model": label,
            "accuracy": described.where(variant=kind, split="test").mean(
                "slots"
            ),
        }
        for kind, label in ATTENTION.items()
    ]
    most = max(digits.table("scores").column("images"))
    rows += [
        {
            "task": f"digits, {most:,} to learn from",
            "model": kind,
            "accuracy": digits.table("scores")
            .where(kind=kind, shuffled=0, images=most)
            .mean("test"),
        }
        for kind in ("ViT", "CNN", "MLP")
    ]
    accuracy = photographs.value("accuracy")
    rows.append(
        {"task": "CIFAR-10", "model": "ViT, small", "accuracy": accuracy}
    )
    return Finding(
        "scoreboard.images",
        tables.table(rows, digits=3),
        f"""Shares that are right on test images: scenes, {seeds(described)};
        digits, {seeds(digits.table("scores"))}; CIFAR-10, one seed.""",
        (scenes, digits, photographs),
    )


def language() -> Finding:
    """Bits per byte of texts that a model has not read."""
    captions, own = (results.load(name) for name in ("lm-captions", "capstone"))
    each = captions.value("test_tokens") / captions.value("test_bytes")
    rows = [
        {
            "text": "captions",
            "model": label,
            "bits per byte": log2(captions.value(name)) * each,
        }
        for name, label in {
            "unigram_perplexity": "token frequencies only",
            "perplexity": "Transformer",
        }.items()
    ]
    counted = min(own.table("ngrams").column("bits"))
    rows += [
        {"text": "Python's reference", "model": name, "bits per byte": bits}
        for name, bits in {
            "xz": own.value("xz_bits"),
            "counts of up to three tokens": counted,
            "Transformer": own.table("scores").mean("bits"),
        }.items()
    ]
    return Finding(
        "scoreboard.language",
        tables.table(rows, digits=2),
        "Bits per byte on what was held out.",
        (captions, own),
    )
