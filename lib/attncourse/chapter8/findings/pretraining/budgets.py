"""What pretraining brings to a translator, over the number of pairs."""

import operator
from statistics import fmean
from typing import Any

from attncourse.chapter1.findings.translators import TRANSFORMER, odd
from attncourse.chapter8.findings.pretraining.rows import (
    CONVERGED,
    EQUAL,
    FEW,
    LABELS,
    NAME,
    SCRATCH,
    SHORT,
    TUNED,
    before,
    drawn,
    loss,
    scores,
    seeds,
)
from attncourse.chapter8.live.pairs import LivePairs
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, lines
from attncourse.experiments.results import Curve, Result, Row, Table
from attncourse.figures import plots


def opening() -> Finding:
    """Few pairs: from scratch it falls apart, pretrained it holds longer."""
    stored, whole = results.load(NAME), results.load(TRANSFORMER)
    sentences = [
        {"source": source, "reference": reference}
        for source, reference in stored.samples["test"]
    ]
    chosen = [
        i
        for i, one in enumerate(sentences)
        if 8 <= len(one["source"].split()) <= 14
    ][:6]

    def shown(texts: list[str], score: float, cut: bool) -> dict[str, Any]:
        return {
            "bleu": score,
            "cut": cut,
            "texts": [odd(texts[i], sentences[i]["reference"]) for i in chosen],
        }

    ways: dict[str, dict[int, Any]] = {
        way: {
            said["pairs"]: shown(
                said["texts"],
                rows.where(pairs=said["pairs"]).mean("bleu"),
                any(rows.where(pairs=said["pairs"]).column("cut")),
            )
            for said in stored.samples["hypotheses"]
            if (said["way"], said["until"]) == (way, CONVERGED)
        }
        for way in (SCRATCH, TUNED)
        for rows in [scores(stored, way, CONVERGED)]
    }
    ways[SCRATCH][29_000] = shown(
        whole.samples["hypotheses"], whole.value("bleu"), cut=False
    )
    shown_first = {"sentence": 3, "count": sorted(ways[TUNED]).index(FEW)}
    live = LivePairs([sentences[i] for i in chosen], ways, **shown_first)
    gap = max(
        ways[TUNED][n]["bleu"] - ways[SCRATCH][n]["bleu"] for n in ways[TUNED]
    )
    most = ways[TUNED][FEW]["bleu"] - ways[SCRATCH][FEW]["bleu"]
    assert most == gap, "pretraining brings most with 1,000 pairs"
    end = _end(stored, CONVERGED)
    caption = f"""Pretraining brings most with {FEW:,} pairs:
    {ways[TUNED][FEW]["bleu"]:.1f} BLEU instead of
    {ways[SCRATCH][FEW]["bleu"]:.1f}. Translators trained on different numbers
    of pairs, from scratch and after pretraining on monolingual texts, other
    sentences than the pairs. The examples are the first test sentences of 8 to
    14 words, with words marked that the reference does not have there. BLEU is
    that of 1,000 test sentences, fine-tuned {end}: rings mark what was cut. The
    slider ends with the larger Transformer of chapter 7: 29,000 pairs, a beam
    of 5. {seeds(stored)}."""
    return Finding("pretraining.opening", live, caption, (stored, whole))


def converged() -> Finding:
    """With few pairs the pretrained one is ahead; the order of the words in
    the texts matters.
    """
    stored = results.load(NAME)
    curves = {
        LABELS[way]: _curve(scores(stored, way, CONVERGED)) for way in LABELS
    }
    tuned, scratch, shuffled = curves.values()
    assert all(
        low > high for low, high in zip(tuned.low, scratch.high, strict=True)
    ), "pretrained is ahead with every number of pairs"
    few = [k for k, pairs in enumerate(tuned.x) if pairs <= FEW]
    assert all(
        shuffled.mean[k] - scratch.mean[k]
        > 0.8 * (tuned.mean[k] - scratch.mean[k])
        for k in few
    ), "most of the gain remains without the order of the words"
    middle, last = tuned.x.index(FEW), -1
    assert tuned.low[middle] > shuffled.high[middle], "order helps with 1,000"
    assert tuned.high[last] < shuffled.low[last], "and not with 10,000"
    gains = [*map(operator.sub, tuned.mean, scratch.mean)]
    assert gains.index(max(gains)) == middle and min(gains) == gains[last]
    figure = lines(
        curves,
        xlabel="translated pairs",
        ylabel="BLEU",
        alt="BLEU against the number of pairs that translators have seen.",
        logx=True,
        dots=_cut(stored, CONVERGED),
    )
    table = stored.table("search")
    search = [
        {**row, "way": LABELS[row["way"]]}
        for row in table.rows
        if row["way"] in LABELS
    ]
    rates = caveats.chosen(Table("search", search), "way")
    caption = f"""Pretraining brings most with {FEW:,} pairs,
    {max(gains):.1f} BLEU, and least with {tuned.x[last]:,}, {min(gains):.1f}.
    BLEU, {_gains(tuned, scratch)}; of 1,000 test sentences, greedy, each model
    fine-tuned {_end(stored, CONVERGED)}: rings mark what was cut, after
    {stored.recipe["most"]:,} updates at most. Learning rates were chosen with
    1,000 pairs: {rates}. {seeds(stored)}, their range shaded."""
    return Finding("pretraining.converged", figure, caption, (stored,))


def equal_time() -> Finding:
    """The same updates in all, those of the pretraining included."""
    stored = results.load(NAME)
    curves = {
        LABELS[way]: _curve(scores(stored, way, EQUAL))
        for way in (TUNED, SCRATCH)
    }
    tuned, scratch = curves.values()
    figure = lines(
        curves,
        xlabel="translated pairs",
        ylabel="BLEU",
        alt="BLEU against the number of pairs, all models with the same number "
        "of updates in all.",
        logx=True,
        dots=_cut(stored, EQUAL),
    )
    few = [k for k, pairs in enumerate(tuned.x) if pairs <= FEW]
    assert all(tuned.low[k] > scratch.high[k] for k in few), "ahead with few"
    assert scratch.low[-1] > tuned.high[-1] + 5, "and behind with many"
    total = stored.recipe["after"] + before(stored)
    by_loss = [
        pairs
        for pairs in tuned.x
        if loss(stored, TUNED, pairs, EQUAL)
        < loss(stored, SCRATCH, pairs, EQUAL)
    ]
    assert max(by_loss) > FEW, "by the loss with more pairs"
    caption = f"""In equal time pretraining pays, by BLEU, with up to {FEW:,}
    pairs, and by the validation loss with up to {max(by_loss):,}. BLEU,
    {_gains(tuned, scratch)}. At most {total:,} updates for each model:
    {before(stored):,} of pretraining and {stored.recipe["after"]} of
    fine-tuning, or all of them from scratch. Fine-tuned {_end(stored, EQUAL)}:
    rings mark what was cut. {seeds(stored)}, their range shaded."""
    return Finding("pretraining.equal_time", figure, caption, (stored,))


def cut_short() -> Finding:
    """Cutting all models early, and forgetting the pretraining, flatters it."""
    stored = results.load(NAME)
    pairs, updates = stored.recipe["short"]
    budgets = {
        CONVERGED: "until no better",
        SHORT: "cut short",
    }
    found = {
        LABELS[way]: [
            scores(stored, way, until).where(pairs=pairs).column("bleu")
            for until in budgets
        ]
        for way in (TUNED, SCRATCH)
    }
    means = {
        label: [sum(each) / len(each) for each in values]
        for label, values in found.items()
    }
    long = [
        row
        for way in (TUNED, SCRATCH)
        for row in scores(stored, way, CONVERGED).where(pairs=pairs).rows
    ]
    end = caveats.until(long, lambda row: row["way"])
    ours, theirs = means.values()
    assert ours[1] / theirs[1] > 2 * ours[0] / theirs[0], "short flatters"
    figure = plots.bars(
        list(budgets.values()),
        means,
        xlabel="fine-tuning",
        ylabel="BLEU",
        error={
            label: (list(map(min, values)), list(map(max, values)))
            for label, values in found.items()
        },
        alt="BLEU of two translators under two budgets.",
    )
    caption = f"""A run that is cut short flatters pretraining. Cut after at
    most {updates} updates of fine-tuning, those of the pretraining not counted,
    the pretrained model has {ours[1]:.1f} BLEU and the one from scratch
    {theirs[1]:.1f}; trained {end}, {ours[0]:.1f} and {theirs[0]:.1f}.
    {pairs:,} pairs, three seeds, their range on top."""
    return Finding("pretraining.cut_short", figure, caption, (stored,))


def _end(stored: Result, until: str) -> str:
    """How long the models of the curves were trained, in words."""
    rows = drawn(stored, until)
    return caveats.until(rows, lambda row: f"{row['pairs']:,} pairs")


def _cut(stored: Result, until: str) -> tuple[list[int], list[float]]:
    """The points of the curves, pairs and BLEU, whose runs were cut."""
    cells: dict[tuple[str, int], list[Row]] = {}
    for row in drawn(stored, until):
        cells.setdefault((row["way"], row["pairs"]), []).append(row)
    cut = [
        (pairs, fmean(row["bleu"] for row in rows))
        for (_, pairs), rows in cells.items()
        if any(row["cut"] for row in rows)
    ]
    return [n for n, _ in cut], [bleu for _, bleu in cut]


def _curve(rows: Table) -> Curve:
    """BLEU by the number of pairs, over the seeds that there are."""
    x = sorted(set(rows.column("pairs")))
    found = [rows.where(pairs=pairs).column("bleu") for pairs in x]
    mean = [sum(values) / len(values) for values in found]
    return Curve(x, mean, list(map(min, found)), list(map(max, found)))


def _gains(tuned: Curve, scratch: Curve) -> str:
    """How far apart two curves are, in words."""
    each = [
        f"{pairs:,} pairs {ours:.1f} against {theirs:.1f}"
        for pairs, ours, theirs in zip(
            tuned.x, tuned.mean, scratch.mean, strict=True
        )
    ]
    return f"pretrained and from scratch: {'; '.join(each)}"
