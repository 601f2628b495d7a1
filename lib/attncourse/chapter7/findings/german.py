"""German to English: three kinds of translators, measured in one way."""

from itertools import pairwise
from statistics import fmean

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, length_labels
from attncourse.experiments.results import Result
from attncourse.figures import plots, tables

TRANSFORMER = "translate-de-en-transformer"
KINDS = {
    "seq2seq": ["translate-de-en-seq2seq"],
    "Bahdanau": ["translate-de-en-bahdanau"],
    "Transformer": [
        TRANSFORMER,
        f"{TRANSFORMER}-second",
        f"{TRANSFORMER}-third",
    ],
}
"""The recipes of each kind, one for each seed."""


def scores() -> Finding:
    """What each kind of translator reaches that has been trained so far."""
    stored = _stored()
    assert all(
        min(_each(better, "bleu")) > max(_each(worse, "bleu"))
        for worse, better in pairwise(stored.values())
    ), "the worst seed of a kind is ahead of the best of the one before"
    rows = [
        {
            "German to English": kind,
            "greedy": fmean(_each(seeds, "greedy_bleu")),
            "beam": fmean(_each(seeds, "bleu")),
            "chrF": fmean(_each(seeds, "chrf")),
            "perplexity": fmean(_each(seeds, "perplexity")),
            "per second": round(fmean(_each(seeds, "sentences_a_second"))),
            "millions": fmean(_each(seeds, "parameters")) / 1e6,
            "CPU minutes": round(
                fmean(
                    one.table("epochs").column("processor")[-1] / 60
                    for one in seeds
                )
            ),
            "seeds": len(seeds),
        }
        for kind, seeds in stored.items()
    ]
    first, *_ = sources = _all(stored)
    caption = f"""BLEU greedy and with a beam of {first.recipe["base"]["beam"]},
    chrF with the beam, perplexity per reference token, sentences translated
    greedily per second (machines differ), millions of parameters, minutes of
    training."""
    table = tables.table(rows, digits=1)
    return Finding("german.scores", table, caption, sources)


def by_length() -> Finding:
    """BLEU is lowest on the longest German sentences."""
    stored = _stored()
    first, *_ = sources = _all(stored)
    groups = first.table("by_length")
    series = {
        kind: [
            fmean(bleu)
            for bleu in zip(
                *(one.table("by_length").column("bleu") for one in seeds),
                strict=True,
            )
        ]
        for kind, seeds in stored.items()
    }
    assert all(max(one) > one[-1] == min(one) for one in series.values()), (
        "the longest sentences are the hardest"
    )
    figure = plots.bars(
        length_labels(groups),
        series,
        xlabel="source length (words)",
        ylabel="BLEU",
        alt="Bars of BLEU for five groups of source length.",
    )
    caption = f"""BLEU by the length of the German sentence, with a beam. The
    longest group has {groups.column("sentences")[-1]} test sentences."""
    return Finding("german.by_length", figure, caption, sources)


def _stored() -> dict[str, list[Result]]:
    """The results of the kinds and seeds that have been trained."""
    there = set(results.names())
    found = {
        kind: [results.load(name) for name in names if name in there]
        for kind, names in KINDS.items()
    }
    return {kind: seeds for kind, seeds in found.items() if seeds}


def _all(stored: dict[str, list[Result]]) -> tuple[Result, ...]:
    return tuple(one for seeds in stored.values() for one in seeds)


def _each(seeds: list[Result], name: str) -> list[float]:
    return [one.value(name) for one in seeds]
