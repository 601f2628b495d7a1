"""Translators from few pairs, pretrained and from scratch."""

from statistics import fmean
from typing import Any

from attncourse.chapter1.findings.translators import TRANSFORMER, odd
from attncourse.chapter8.live.pairs import LivePairs
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines, span
from attncourse.experiments.results import Curve, Result
from attncourse.figures import tables

NAME, TEXTS = "pretraining", "denoisers"
SCRATCH, TUNED, SHUFFLED = "scratch", "pretrained", "shuffled words"
WORDS = "embeddings alone"
LABELS = {SCRATCH: "from scratch", TUNED: "pretrained"}
FEW = 1000  # pairs
CUT = 5  # after six epochs


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
        marked = [odd(texts[i], sentences[i]["reference"]) for i in chosen]
        return {"bleu": score, "texts": marked}

    ways: dict[str, dict[int, Any]] = {
        way: {
            said["pairs"]: shown(
                said["texts"], fmean(_bleu(stored, way, said["pairs"]))
            )
            for said in stored.samples["hypotheses"]
            if said["way"] == way
        }
        for way in LABELS
    }
    for n, run in ways[TUNED].items():
        if n <= FEW:
            assert run["bleu"] > ways[SCRATCH][n]["bleu"] + 4, "ahead"
    ways[SCRATCH][29_000] = shown(
        whole.samples["hypotheses"], whole.value("bleu")
    )
    first = {"sentence": 3, "count": sorted(ways[TUNED]).index(FEW)}
    live = LivePairs([sentences[i] for i in chosen], ways, **first)
    caption = """Move the slider. Words that the reference does not have there
    are marked; the last position is the Transformer of chapter 7."""
    return Finding("pretraining.opening", live, caption, (stored, whole))


def by_pairs() -> Finding:
    """With few pairs the pretrained one is ahead, and a third of the pairs does
    nearly as well.
    """
    stored, texts = results.load(NAME), results.load(TEXTS)
    curves = {label: _curve(stored, way) for way, label in LABELS.items()}
    scratch, tuned = curves.values()
    for low, high in zip(tuned.low, scratch.high, strict=True):
        assert low > high, "pretrained is ahead with every number of pairs"
    figure = lines(
        curves,
        xlabel="translated pairs",
        ylabel="BLEU",
        alt="BLEU against the number of pairs that translators have seen.",
        logx=True,
        ticks=True,
    )
    rows = zip(tuned.mean, scratch.mean[1:], scratch.x[1:], strict=False)
    for ours, theirs, pairs in rows:
        assert ours > 0.8 * theirs, f"a third of {pairs} pairs is nearly enough"
    k = tuned.x.index(FEW)
    caption = f"""Pretrained, {tuned.x[k - 1]} pairs bring
    {tuned.mean[k - 1]:.1f} BLEU; from scratch, {FEW:,} bring
    {scratch.mean[k]:.1f}. Three draws of the pairs, their range shaded."""
    return Finding("pretraining.by_pairs", figure, caption, (stored, texts))


def learning() -> Finding:
    """After few epochs the one from scratch has hardly begun."""
    stored = results.load(NAME)
    curves = {
        label: _while_learning(stored, way) for way, label in LABELS.items()
    }
    scratch, tuned = curves.values()
    begun, ended = (fmean(_bleu(stored, way, FEW)) for way in (SCRATCH, TUNED))
    ratio = tuned.mean[CUT] / scratch.mean[CUT]
    assert ratio > 3 * ended / begun, "cut here, it would look hopeless"
    figure = lines(
        curves,
        xlabel="epoch",
        ylabel="BLEU on validation sentences",
        alt="BLEU against the epochs of fine-tuning.",
        markers=False,
    )
    caption = f"""After six epochs the pretrained model has
    {tuned.mean[CUT]:.1f} BLEU and the other one {scratch.mean[CUT]:.2f}, which
    starts later. {FEW:,} pairs, the range of three draws shaded."""
    return Finding("pretraining.learning", figure, caption, (stored,))


def order() -> Finding:
    """How much of the gain survives when the words of the texts are
    shuffled, and how much the embeddings alone bring.
    """
    stored = results.load(NAME)
    named = {
        SCRATCH: "nothing",
        WORDS: "the embeddings alone",
        SHUFFLED: "all, from shuffled words",
        TUNED: "all, from whole texts",
    }
    rows = [
        {
            "taken over": label,
            "BLEU": f"{fmean(_bleu(stored, way, FEW)):.1f}",
            "range": span(_bleu(stored, way, FEW)),
            "validation loss": f"{fmean(_losses(stored, way, FEW)):.2f}",
        }
        for way, label in named.items()
    ]
    none, words, shuffled, whole = (_bleu(stored, way, FEW) for way in named)
    assert max(none) < min(words), "embeddings alone help"
    assert max(words) < min(shuffled), "shuffled texts bring more"
    assert max(shuffled) < min(whole), "the order of words adds to it"
    share, vectors = (_share(stored, way) for way in (SHUFFLED, WORDS))
    assert share > 0.5 > vectors, "most of the gain survives"
    caption = f"""Shuffled texts bring {share:.0%} of the gain in BLEU, the
    embeddings alone {vectors:.0%}. {FEW:,} pairs, drawn three times; one
    denoiser of each kind."""
    return Finding("pretraining.order", tables.table(rows), caption, (stored,))


def _bleu(stored: Result, way: str, pairs: int) -> list[float]:
    """Of the test sentences, with each seed."""
    return stored.table("scores").where(way=way, pairs=pairs).column("bleu")


def _losses(stored: Result, way: str, pairs: int) -> list[float]:
    """The lowest validation loss, with each seed."""
    runs = stored.table("runs").where(way=way, pairs=pairs, chosen=1)
    return runs.column("validation")


def _share(stored: Result, way: str) -> float:
    """Which share of the gain of pretraining a way reaches, in BLEU."""
    none, ours, whole = (
        fmean(_bleu(stored, each, FEW)) for each in (SCRATCH, way, TUNED)
    )
    return (ours - none) / (whole - none)


def _curve(stored: Result, way: str) -> Curve:
    """BLEU by the number of pairs."""
    return stored.table("scores").over(
        by="pairs", of="bleu", where={"way": way}
    )


def _while_learning(stored: Result, way: str) -> Curve:
    """BLEU of validation sentences after each epoch that all runs had."""
    table = stored.table("epochs")
    runs = [
        table.where(way=of, pairs=FEW, seed=seed).column("bleu")
        for of in LABELS
        for seed in {*table.where(way=of, pairs=FEW).column("seed")}
    ]
    rows = table.where(way=way, pairs=FEW)
    x = [*range(1, min(map(len, runs)) + 1)]
    found = [rows.where(epoch=epoch).column("bleu") for epoch in x]
    return Curve(
        x, [*map(fmean, found)], [*map(min, found)], [*map(max, found)]
    )
