"""What attention brings on real sentences: both translators, two baselines, and the difference by length."""

from itertools import pairwise

from attnbook import results
from attnbook.findings.finding import Finding
from attnbook.results import Result, Table
from attnbook.show import plots, tables

PLAIN, ATTENTIVE = "translate-en-fr-seq2seq", "translate-en-fr-bahdanau"
LABELS = {PLAIN: "one context vector", ATTENTIVE: "with attention"}


def bleu(*models: str) -> Finding:
    """Each model, by default both, far above the baselines that learn nothing."""
    compared = results.load("compare-en-fr")
    sides = [results.load(name) for name in models or LABELS]
    count = _sentences(compared)
    whole = compared.table("baselines").where(sentences=count).rows
    rows = [{"translator": row["baseline"], "parameters": None, "greedy": row["bleu"], "beam": None} for row in whole]
    for side in sides:
        row = {"translator": LABELS[side.name], "parameters": side.value("parameters")}
        rows.append(row | {"greedy": side.value("greedy_bleu"), "beam": side.value("bleu")})
        assert side.value("greedy_bleu") > 2 * max(row["bleu"] for row in whole), "far above the baselines"
        assert side.value("bleu") > side.value("greedy_bleu"), "the beam finds better translations"
    beam, signature = sides[0].recipe["beam"], sides[0].value("signature")
    caption = f"""BLEU on {count:,} test sentences, greedy and with a beam of {beam}; one seed for each model.
    Signature: `{signature}`."""
    return Finding("compare.bleu", tables.table(rows), caption, (compared, *sides))


def by_length() -> Finding:
    """BLEU falls with the length of the sentence, with attention less."""
    compared, sides = results.load("compare-en-fr"), [results.load(name) for name in LABELS]
    groups = sides[0].table("by_length")
    plain, attentive = (side.table("by_length").column("bleu") for side in sides)
    nearest = compared.table("baselines").where(baseline="nearest training sentence").column("bleu")[1:]
    gaps = [a - p for a, p in zip(attentive, plain, strict=True)]
    assert min(gaps) > 0, "with attention every group is better"
    assert max(gaps) == gaps[-1], "the gap is largest for the longest sentences"
    assert all(n < p for n, p in zip(nearest, plain, strict=True)), "the baseline is below both"
    figure = plots.bars(
        _labels(groups),
        {LABELS[PLAIN]: plain, LABELS[ATTENTIVE]: attentive, "nearest training sentence": nearest},
        xlabel="source length (words)",
        ylabel="BLEU",
        alt="Bars of BLEU for five groups of source length.",
    )
    caption = f"""From the shortest to the longest group one context vector loses {plain[0] - plain[-1]:.2f} BLEU,
    attention {attentive[0] - attentive[-1]:.2f}. {_sentences(compared):,} test sentences, of which
    {groups.column("sentences")[-1]} in the longest group; one seed for each model."""
    return Finding("compare.by_length", figure, caption, (compared, *sides))


def difference() -> Finding:
    """What attention brings, over all sentences and for each group of lengths, with its interval."""
    compared = results.load("compare-en-fr")
    everything, *rows = compared.tables["difference"]
    groups = Table("difference", rows)
    gains, low, high = (groups.column(name) for name in ("difference", "low", "high"))
    assert min(everything["low"], *low) > 0, "every interval lies above zero"
    assert gains[-1] > gains[0], "the longest sentences gain more than the shortest"
    label = "with attention minus one context vector"
    figure = plots.bars(
        _labels(groups),
        {label: gains},
        xlabel="source length (words)",
        ylabel="difference in BLEU",
        alt="BLEU with attention minus BLEU with one context vector, for five groups of source length, "
        "with 95 % intervals.",
        error={label: (low, high)},
    )
    caption = f"""Attention brings {everything["difference"]:.2f} BLEU
    [{everything["low"]:.2f}, {everything["high"]:.2f}] over all {everything["sentences"]:,} test sentences, from
    {min(gains):.2f} to {max(gains):.2f} by length. 95 % intervals from {compared.recipe["resamples"]:,} resamples of
    the sentences; one seed for each model."""
    return Finding("compare.difference", figure, caption, (compared,))


def _sentences(compared: Result) -> int:
    return max(compared.table("baselines").column("sentences"))


def _labels(groups: Table) -> list[str]:
    """Names of the groups of lengths: "1-8", ..., and "20+" for the last, which has no end."""
    begins = groups.column("shortest")
    return [f"{begin}-{end - 1}" for begin, end in pairwise(begins)] + [f"{begins[-1]}+"]
