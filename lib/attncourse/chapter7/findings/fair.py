"""The Transformer beside the recurrent translators."""

from collections.abc import Callable
from typing import Any

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    TRANSFORMER,
    recorded,
    texts,
)
from attncourse.chapter7.live.transformer import LiveTransformer, traced
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, length_labels
from attncourse.figures import plots, tables

LABELS = {
    TRANSFORMER: "Transformer",
    "bahdanau-same-tokens": "recurrent, the same tokens",
    "bahdanau-36-epochs": "recurrent, two thirds of the time",
    ATTENTIVE: "recurrent, as shipped",
    "transformer-distilled": "Transformer, distilled",
}
COMPARED = [name for name in LABELS if name != "transformer-distilled"]
"""The models of the claim, the Transformer first."""


def cases() -> Finding:
    """A bad, a typical and a good sentence, chosen by rank alone, by two models
    trained on the same tokens.
    """
    stored = results.load("fair-en-fr")
    sides = {TRANSFORMER: "first", ATTENTIVE: "second"}
    chosen = stored.samples["cases"][1:]
    ranks = [case["rank"] / case["of"] for case in chosen]
    assert ranks == sorted(ranks), "from the worst to the best"
    rows = [
        {"case": title} | row
        for title, case in zip(("bad", "typical", "good"), chosen, strict=True)
        for row in texts(case, (ATTENTIVE, TRANSFORMER), sides)
    ]
    places = [f"{case['rank']}" for case in chosen]
    caption = f"""The {chosen[0]["of"]} test sentences of
    {stored.recipe["words"]} words or more are sorted by the BLEU of the
    recurrent model that was trained on as many tokens as the Transformer; these
    are numbers {", ".join(places[:-1])} and {places[-1]} from the worst.
    Marked: words that the reference does not have there. Both models searched
    with a beam of {_beam()}."""
    return Finding("fair.cases", tables.table(rows), caption, (stored,))


def scores() -> Finding:
    """The Transformer is ahead of the recurrent model as shipped, and of one
    trained for longer; with the same tokens the interval reaches zero.
    """
    stored = results.load("fair-en-fr")
    rows = stored.table("models").rows
    ours, same, *rest = (row for row in rows if row["model"] in COMPARED)
    assert all(row["low"] > 0 for row in rest), "ahead of those trained less"
    assert same["low"] < 0 < same["difference"], "not clearly of the first"
    assert same["greedy_bleu"] < ours["greedy_bleu"] - 1, "greedy it is ahead"
    assert ours["parameters"] < 1.1 * same["parameters"], "not by its size"
    shown = [
        {
            "model": LABELS[row["model"]],
            "epochs": row["epochs"],
            "minutes": round(row["seconds"] / 60 / row["rates"]),
            "greedy": row["greedy_bleu"],
            f"beam of {_beam()}": row["bleu"],
            "Transformer is ahead by": row["difference"],
        }
        for row in rows
    ]
    intervals = "; ".join(
        f"{LABELS[row['model']]} {row['difference']:.2f} [{row['low']:.2f}, "
        f"{row['high']:.2f}]"
        for row in rows[1:]
    )
    caption = f"""BLEU on the 1,000 test sentences. By how much the Transformer
    is ahead with a beam of {_beam()}, with 95 % intervals from
    {stored.recipe["resamples"]:,} resamples of the sentences: {intervals}. With
    the same tokens the interval reaches zero. Minutes are those of one run on
    one thread: a recurrent model with those of the Transformer lies between
    the second row and the third. All but the shipped recurrent model average
    their weights. The
    distilled model learned from 29,000 translations of the Transformer, too,
    so each of its epochs is two; it has one teacher, and the full recipe three.
    One seed for each model; sacreBLEU's signature is
    `{results.load(TRANSFORMER).value("signature")}`."""
    return Finding("fair.scores", tables.table(shown), caption, (stored,))


def difference() -> Finding:
    """What the Transformer brings for each group of lengths, the tokens of the
    training being the same: nothing that is sure in any of them.
    """
    stored = results.load("fair-en-fr")
    groups = stored.table("by_length")
    gains, low, high = (
        groups.column(name) for name in ("difference", "low", "high")
    )
    assert all(a < 0 < b for a, b in zip(low, high, strict=True)), "not sure"
    label = "Transformer minus recurrent, the same tokens"
    figure = plots.bars(
        length_labels(groups),
        {label: gains},
        xlabel="source length (words)",
        ylabel="difference in BLEU",
        alt="BLEU of the Transformer minus BLEU of the recurrent model trained "
        "on the same tokens, for five groups of source length, with 95 % "
        "intervals.",
        error={label: (low, high)},
    )
    above = sum(gain > 0 for gain in gains)
    caption = f"""From {min(gains):.2f} to {max(gains):.2f} BLEU by the length
    of the source, both models trained on the same tokens: above zero for
    {above} of {len(gains)} groups, but every interval holds zero. 95 %
    intervals from {stored.recipe["resamples"]:,} resamples of the sentences;
    one seed for each model."""
    return Finding("fair.difference", figure, caption, (stored,))


def live(load: Callable[[str], Any] | None = None) -> Finding:
    """All three translators on the reader's own sentence, beside stored ones.

    `load` is `pretrained.load`, with which a running notebook computes; pages
    of the site compute by themselves.
    """
    names = {
        PLAIN: "One context vector",
        ATTENTIVE: "With attention",
        TRANSFORMER: "Transformer",
    }
    stored = {name: results.load(name) for name in names}
    models = [(n, names[n], stored[n].value("bytes")) for n in stored]
    examples = recorded(*stored.values())

    def translate(name: str, sentence: str, off: Any) -> dict[str, Any]:
        assert load is not None
        if name == TRANSFORMER:
            return traced(load(name), sentence, off)
        return load(name).trace(sentence)

    shown = LiveTransformer(
        models,
        examples,
        load and translate,
        sizes=stored[TRANSFORMER].recipe["model"],
    )
    caption = f"""Three translators on your own sentence, all with greedy
    search. Step through the words; choose a map to see what that head reads;
    switch the head off, and what changes in the translation is marked. The
    first {len(examples)} sentences of the list are recorded: they are test
    sentences of 8 to 14 words, chosen by their length alone."""
    return Finding("fair.live", shown, caption, tuple(stored.values()))


def _beam() -> int:
    return results.load(TRANSFORMER).recipe["beam"]
