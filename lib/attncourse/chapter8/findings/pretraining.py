"""What pretraining brings to a translator, over the number of pairs."""

from typing import Any

from attnbook.metrics.bleu import bleu
from attncourse.chapter1.findings.translators import TRANSFORMER, odd
from attncourse.chapter8.live.pairs import LivePairs
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, lines
from attncourse.experiments.results import Curve, Result, Table
from attncourse.figures import plots, tables

NAME = "pretraining"
SCRATCH, TUNED, SHUFFLED = "scratch", "pretrained", "shuffled words"
LABELS = {
    TUNED: "pretrained",
    SHUFFLED: "pretrained on shuffled words",
    SCRATCH: "from scratch",
}
FEW = 1000  # pairs
CONVERGED, EQUAL, SHORT = "converged", "equal in all", "cut short"


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

    def shown(texts: list[str], score: float) -> dict[str, Any]:
        return {
            "bleu": score,
            "texts": [odd(texts[i], sentences[i]["reference"]) for i in chosen],
        }

    ways: dict[str, dict[int, Any]] = {
        way: {
            said["pairs"]: shown(
                said["texts"],
                _scores(stored, way, CONVERGED)
                .where(pairs=said["pairs"])
                .mean("bleu"),
            )
            for said in stored.samples["hypotheses"]
            if (said["way"], said["until"]) == (way, CONVERGED)
        }
        for way in (SCRATCH, TUNED)
    }
    ways[SCRATCH][29_000] = shown(
        whole.samples["hypotheses"], whole.value("bleu")
    )
    first = {"sentence": 2, "count": len(ways[TUNED]) - 1}
    live = LivePairs([sentences[i] for i in chosen], ways, **first)
    rows = [row for way in ways for row in _scores(stored, way, CONVERGED).rows]
    end = caveats.until(rows, lambda row: f"{row['pairs']:,} pairs")
    caption = f"""Translators that have seen so many pairs, from scratch and
    after pretraining on other, single texts. The sentences are the first test
    sentences of 8 to 14 words. Marked: words that the reference does not have
    there. BLEU is that of 1,000 test sentences, fine-tuned {end}. 29,000 pairs,
    not joined to the rest: the larger Transformer of chapter 7, with a beam of
    5. {_seeds(stored)}."""
    return Finding("pretraining.opening", live, caption, (stored, whole))


def converged() -> Finding:
    """With few pairs the pretrained one is ahead; the order of the words in
    the texts matters.
    """
    stored = results.load(NAME)
    curves = {
        LABELS[way]: _curve(_scores(stored, way, CONVERGED)) for way in LABELS
    }
    tuned, shuffled, scratch = curves.values()
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
    caption = f"""BLEU of 1,000 test sentences, greedy, each model fine-tuned
    until its validation loss falls no more, or for {stored.recipe["most"]:,}
    updates (grey points: cut, still falling then). {_gains(tuned, scratch)}.
    Learning rates were chosen with 1,000 pairs: {rates}. {_seeds(stored)},
    their range shaded."""
    return Finding("pretraining.converged", figure, caption, (stored,))


def equal_time() -> Finding:
    """The same updates in all, those of the pretraining included."""
    stored = results.load(NAME)
    curves = {
        LABELS[way]: _curve(_scores(stored, way, EQUAL))
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
    total = stored.recipe["after"] + _most_before(stored)
    caption = f"""The same, with at most {total:,} updates for each model:
    {_most_before(stored):,} of pretraining and {stored.recipe["after"]} of
    fine-tuning, or all of them from scratch. {_gains(tuned, scratch)}. Grey
    points: runs that were cut while their validation loss was still falling.
    {_seeds(stored)}, their range shaded."""
    return Finding("pretraining.equal_time", figure, caption, (stored,))


def cut_short() -> Finding:
    """Cutting all models early, and forgetting the pretraining, flatters it."""
    stored = results.load(NAME)
    pairs, updates = stored.recipe["short"]
    budgets = {
        CONVERGED: "converged",
        EQUAL: "equal in all",
        SHORT: f"{updates} updates",
    }
    found = {
        LABELS[way]: [
            _scores(stored, way, until).where(pairs=pairs).column("bleu")
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
        for row in _scores(stored, way, CONVERGED).where(pairs=pairs).rows
    ]
    end = caveats.until(long, lambda row: row["way"])
    ours, theirs = means.values()
    assert ours[2] / theirs[2] > 2 * ours[0] / theirs[0], "short flatters"
    figure = plots.bars(
        list(budgets.values()),
        means,
        xlabel="fine-tuning",
        ylabel="BLEU",
        error={
            label: (list(map(min, values)), list(map(max, values)))
            for label, values in found.items()
        },
        alt="BLEU of two translators under three budgets.",
    )
    caption = f"""{pairs:,} pairs under three budgets. Cut at {updates} updates
    of fine-tuning, those of the pretraining not counted, the pretrained model
    has {ours[2]:.1f} BLEU and the other one {theirs[2]:.1f}; trained
    {end}, {ours[0]:.1f} and {theirs[0]:.1f}. Three seeds, their range on
    top."""
    return Finding("pretraining.cut_short", figure, caption, (stored,))


def parts() -> Finding:
    """What is taken over, what learns, and what that brings."""
    stored = results.load(NAME)
    pairs, _ = stored.recipe["parts"]
    table = stored.table("scores").where(pairs=pairs, seed=1, until=CONVERGED)
    rows = sorted(table.rows, key=lambda row: -row["bleu"])
    figure = plots.bars(
        [row["way"] for row in rows],
        {"BLEU": [row["bleu"] for row in rows]},
        xlabel="what is taken over, or learns",
        ylabel="BLEU",
        alt="BLEU of translators that take over parts of a pretrained model.",
    )
    learn = {row["way"]: row["learn"] for row in rows}
    score = {row["way"]: row["bleu"] for row in rows}
    gain = score[TUNED] - score[SCRATCH]
    assert 0.2 < (score["embeddings alone"] - score[SCRATCH]) / gain < 0.5, (
        "embeddings alone bring a part"
    )
    assert 0.5 < (score["LoRA"] - score[SCRATCH]) / gain < 0.7, "LoRA more"
    assert all(
        score[f"{part} frozen"] > score[TUNED] - 2
        for part in ("encoder", "decoder")
    ), "either half may be frozen"
    assert score["scratch, more dropout"] < score[SCRATCH], "dropout is no help"
    end = caveats.until(rows, lambda row: row["way"])
    caption = f"""{pairs:,} pairs, fine-tuned {end}. LoRA learns
    {learn["LoRA"]:,} numbers, all others at least
    {min(n for way, n in learn.items() if way != "LoRA"):,} of
    {learn[TUNED]:,}. One seed."""
    return Finding("pretraining.parts", figure, caption, (stored,))


def cases() -> Finding:
    """Three sentences by the gain of pretraining: the largest, the middle one
    and the smallest.
    """
    stored = results.load(NAME)
    pairs, _ = stored.recipe["parts"]
    texts = {
        said["way"]: said["texts"]
        for said in stored.samples["hypotheses"]
        if (said["pairs"], said["until"]) == (pairs, CONVERGED)
    }
    test = stored.samples["test"]

    def score(way: str, k: int) -> float:
        return bleu([texts[way][k]], [test[k][1]])[0]

    order = sorted(
        range(len(test)), key=lambda k: score(TUNED, k) - score(SCRATCH, k)
    )
    rows = []
    for title, k in (
        ("helped most", order[-1]),
        ("typical", order[len(order) // 2]),
        ("harmed most", order[0]),
    ):
        source, reference = test[k]
        rows.append({"case": title, "who": "English", "sentence": source})
        rows.append({"case": title, "who": "reference", "sentence": reference})
        rows += [
            {
                "case": title,
                "who": LABELS[way],
                "sentence": odd(texts[way][k], reference),
            }
            for way in (SCRATCH, TUNED)
        ]
    caption = f"""{pairs:,} pairs. Of the first {len(test)} test sentences: the
    one whose BLEU rises most by pretraining, the middle one, and the one whose
    BLEU falls most. Marked: words that the reference does not have there."""
    shown = tables.table(rows)
    return Finding("pretraining.cases", shown, caption, (stored,))


def _scores(stored: Result, way: str, until: str) -> Table:
    """The rows of one way under one budget."""
    return stored.table("scores").where(way=way, until=until)


def _cut(stored: Result, until: str) -> tuple[Any, ...]:
    """Pairs and BLEU of the runs on the curves that were cut."""
    rows = stored.table("scores").where(until=until).rows
    cut = [
        (row["pairs"], row["bleu"])
        for row in rows
        if row["cut"] and row["way"] in LABELS
    ]
    return tuple(zip(*cut, strict=True)) if cut else ((), ())


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
    return f"Pretrained and from scratch: {'; '.join(each)}"


def _most_before(stored: Result) -> int:
    """The updates of one pretraining."""
    return max(stored.table("scores").column("before"))


def _seeds(stored: Result) -> str:
    """With how many seeds."""
    many = [
        f"{pairs:,}"
        for pairs, seeds, _ in stored.recipe["budgets"]
        if seeds > 1
    ]
    return f"Three seeds with {', '.join(many)} pairs, else one"
