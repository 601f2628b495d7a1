"""German to English: three kinds of translators, measured in one way."""

from itertools import pairwise
from statistics import fmean

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, length_labels
from attncourse.experiments.results import Result
from attncourse.figures import plots, tables

KINDS = {
    "seq2seq": ["translate-de-en-seq2seq"],
    "Bahdanau": ["translate-de-en-bahdanau"],
    "Transformer": [
        f"translate-de-en-transformer{seed}"
        for seed in ("", "-second", "-third")
    ],
}
"""The recipes of each kind, one for each seed."""


def scores() -> Finding:
    """What each kind of translator reaches."""
    trained = _trained()
    bleu = [_each(seeds, "bleu") for seeds in trained.values()]
    assert all(min(more) > max(less) for less, more in pairwise(bleu)), (
        "the worst seed of a kind is ahead of the best of the one before"
    )
    rows = [
        {
            "German to English": kind,
            "greedy": fmean(_each(seeds, "greedy_bleu")),
            "beam": fmean(_each(seeds, "bleu")),
            "chrF": fmean(_each(seeds, "chrf")),
            "perplexity": fmean(_each(seeds, "perplexity")),
            "per second": round(fmean(_each(seeds, "sentences_a_second"))),
            "millions": fmean(_each(seeds, "parameters")) / 1e6,
            "CPU minutes": round(fmean(map(_seconds, seeds)) / 60),
            "seeds": len(seeds),
        }
        for kind, seeds in trained.items()
    ]
    first, *_ = sources = sum(trained.values(), [])
    caption = f"""BLEU greedy and with a beam of {first.recipe["base"]["beam"]}
    (Transformer's seeds: {min(bleu[-1]):.1f} to {max(bleu[-1]):.1f}), chrF with
    it, perplexity per reference token, sentences translated greedily per second
    (machines differ), millions of parameters, minutes of training."""
    table = tables.table(rows, digits=1)
    return Finding("german.scores", table, caption, tuple(sources))


def by_length() -> Finding:
    """BLEU is lowest on the longest German sentences."""
    trained = _trained()
    first, *_ = sources = sum(trained.values(), [])
    groups = first.table("by_length")
    series = {kind: _lengths(seeds) for kind, seeds in trained.items()}
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
    return Finding("german.by_length", figure, caption, tuple(sources))


def _trained() -> dict[str, list[Result]]:
    return {kind: list(map(results.load, KINDS[kind])) for kind in KINDS}


def _each(seeds: list[Result], name: str) -> list[float]:
    return [one.value(name) for one in seeds]


def _seconds(one: Result) -> float:
    return one.table("epochs").column("processor")[-1]


def _lengths(seeds: list[Result]) -> list[float]:
    """The mean over the seeds for each group of lengths."""
    bleu = (one.table("by_length").column("bleu") for one in seeds)
    return [fmean(group) for group in zip(*bleu, strict=True)]
