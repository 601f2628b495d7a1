"""German to English: three kinds of translators, measured in one way."""

from itertools import pairwise
from statistics import fmean

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, length_labels
from attncourse.experiments.results import Result
from attncourse.figures import plots, tables

LABELS = {
    "translate-de-en-seq2seq": "seq2seq",
    "translate-de-en-bahdanau": "Bahdanau",
    "translate-de-en-transformer": "Transformer",
}


def scores() -> Finding:
    """What each kind of translator reaches that has been trained so far."""
    stored = _stored()
    found = {label: one.table("scores") for label, one in stored.items()}
    assert all(
        min(better.column("bleu")) > max(worse.column("bleu"))
        for worse, better in pairwise(found.values())
    ), "the worst seed of a kind is ahead of the best of the one before"
    rows = [
        {
            "German to English": label,
            "greedy": table.mean("greedy_bleu"),
            "beam": table.mean("bleu"),
            "chrF": table.mean("chrf"),
            "perplexity": table.mean("perplexity"),
            "sentences a second": round(table.mean("sentences_a_second")),
            "millions": table.mean("parameters") / 1e6,
            "minutes": round(table.mean("processor") / 60),
            "seeds": len(table.rows),
        }
        for label, table in found.items()
    ]
    first, *_ = stored.values()
    caption = f"""BLEU greedy and with a beam of {first.recipe["base"]["beam"]},
    chrF with the beam, perplexity per reference token, sentences translated
    greedily in a second, millions of parameters, minutes of training on one
    core."""
    table = tables.table(rows, digits=1)
    return Finding("german.scores", table, caption, tuple(stored.values()))


def by_length() -> Finding:
    """BLEU is lowest on the longest German sentences."""
    stored = _stored()
    found = {label: one.table("by_length") for label, one in stored.items()}
    groups, *_ = (one.where(seed=1) for one in found.values())
    series = {
        label: [
            fmean(table.where(shortest=words).column("bleu"))
            for words in groups.column("shortest")
        ]
        for label, table in found.items()
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
    return Finding("german.by_length", figure, caption, tuple(stored.values()))


def _stored() -> dict[str, Result]:
    """The results of those that have been trained."""
    return {
        label: results.load(name)
        for name, label in LABELS.items()
        if name in results.names()
    }
