"""What attention brings on real sentences: both translators, two baselines, and the difference by length."""

from itertools import pairwise

from attnbook import results
from attnbook.findings.finding import Finding
from attnbook.results import Table
from attnbook.show import plots, tables

PLAIN, ATTENTIVE = "translate-en-fr-seq2seq", "translate-en-fr-bahdanau"
LABELS = {PLAIN: "one context vector", ATTENTIVE: "with attention"}


def bleu(*models: str) -> Finding:
    """Each model, by default both, far above the baselines that learn nothing."""
    compared = results.load("compare-en-fr")
    sides = [results.load(name) for name in models or LABELS]
    whole = [row for row in compared.tables["baselines"] if row["sentences"] == _sentences(compared.table("baselines"))]
    rows = [{"translator": row["baseline"], "parameters": None, "greedy": row["bleu"], "beam": None} for row in whole]
    for side in sides:
        row = {"translator": LABELS[side.name], "parameters": side.value("parameters")}
        rows.append(row | {"greedy": side.value("greedy_bleu"), "beam": side.value("bleu")})
        assert side.value("greedy_bleu") > 2 * max(row["bleu"] for row in whole), "far above the baselines"
        assert side.value("bleu") > side.value("greedy_bleu"), "the beam finds better translations"
    beam, signature = sides[0].recipe["beam"], sides[0].value("signature")
    caption = f"""BLEU on {_sentences(compared.table("baselines")):,} test sentences, greedy and with a beam of {beam};
    one seed for each model. Signature: `{signature}`."""
    return Finding("compare.bleu", tables.table(rows), caption, (compared, *sides))


def by_length() -> Finding:
    """BLEU falls with the length of the sentence, with attention less."""
    compared, sides = results.load("compare-en-fr"), {name: results.load(name) for name in LABELS}
    groups = sides[PLAIN].table("by_length")
    nearest = compared.table("baselines").where(baseline="nearest training sentence").rows[1:]
    series = {LABELS[name]: side.table("by_length").column("bleu") for name, side in sides.items()}
    plain, attentive = series.values()
    gaps = [a - p for a, p in zip(attentive, plain, strict=True)]
    assert min(gaps) > 0, "with attention every group is better"
    assert max(gaps) == gaps[-1], "the gap is largest for the longest sentences"
    assert all(row["bleu"] < p for row, p in zip(nearest, plain, strict=True)), "the baseline is below both"
    figure = plots.bars(
        _labels(groups),
        series | {"nearest training sentence": [row["bleu"] for row in nearest]},
        xlabel="source length (words)",
        ylabel="BLEU",
        alt="Bars of BLEU for five groups of source length.",
    )
    caption = f"""From the shortest to the longest group one context vector loses {plain[0] - plain[-1]:.2f} BLEU,
    attention {attentive[0] - attentive[-1]:.2f}. {_sentences(compared.table("baselines")):,} test sentences, of which
    {groups.column("sentences")[-1]} in the longest group; one seed for each model."""
    return Finding("compare.by_length", figure, caption, (compared, *sides.values()))


def difference() -> Finding:
    """What attention brings, over all sentences and for each group of lengths, with its interval."""
    compared = results.load("compare-en-fr")
    everything, *groups = compared.tables["difference"]
    assert min(row["low"] for row in (everything, *groups)) > 0, "every interval lies above zero"
    assert groups[-1]["difference"] > groups[0]["difference"], "the longest sentences gain more than the shortest"
    label = "with attention minus one context vector"
    figure = plots.bars(
        _labels(Table("difference", groups)),
        {label: [row["difference"] for row in groups]},
        xlabel="source length (words)",
        ylabel="difference in BLEU",
        alt="BLEU with attention minus BLEU with one context vector, for five groups of source length, "
        "with 95 % intervals.",
        error={label: ([row["low"] for row in groups], [row["high"] for row in groups])},
    )
    caption = f"""Attention brings {everything["difference"]:.2f} BLEU
    [{everything["low"]:.2f}, {everything["high"]:.2f}] over all {everything["sentences"]:,} test sentences, from
    {min(row["difference"] for row in groups):.2f} to {max(row["difference"] for row in groups):.2f} by length. 95 %
    intervals from {compared.recipe["resamples"]:,} resamples of the sentences; one seed for each model."""
    return Finding("compare.difference", figure, caption, (compared,))


def _sentences(table: Table) -> int:
    return max(table.column("sentences"))


def _labels(groups: Table) -> list[str]:
    """Names of the groups of lengths: "1-8", ..., and "20+" for the last, which has no end."""
    begins = groups.column("shortest")
    return [f"{begin}-{end - 1}" for begin, end in pairwise(begins)] + [f"{begins[-1]}+"]
