"""What of a pretrained model brings the gain, by two measures."""

from attnbook.metrics.bleu import bleu
from attncourse.chapter1.findings.translators import odd
from attncourse.chapter8.findings.pretraining.rows import (
    CONVERGED,
    FEW,
    LABELS,
    MEASURES,
    NAME,
    SCRATCH,
    SHUFFLED,
    TUNED,
    drawn,
    loss,
    seeds,
    share,
)
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots, tables

DROPOUT = "scratch, more dropout"


def order() -> Finding:
    """How much of the gain survives when the words of the texts are shuffled:
    most of it by one measure, about half by another.
    """
    stored = results.load(NAME)
    rows = drawn(stored, CONVERGED)
    cut = {row["pairs"] for row in rows if row["cut"]}
    whole = sorted({row["pairs"] for row in rows} - cut)
    shares = {
        label: [share(stored, SHUFFLED, of, pairs) for pairs in whole]
        for of, label in MEASURES.items()
    }
    bleus, losses = shares.values()
    assert min(bleus) > 0.8, "by BLEU most of the gain survives"
    assert all(0.4 < one < 0.6 for one in losses), "by the loss about half"
    figure = plots.bars(
        [f"{pairs:,}" for pairs in whole],
        shares,
        xlabel="translated pairs",
        ylabel="share of the gain",
        alt="Share of the gain of pretraining that survives when the words are "
        "shuffled, by two measures.",
    )
    k = whole.index(FEW)
    a, b, c = (loss(stored, way, FEW) for way in (SCRATCH, SHUFFLED, TUNED))
    caption = f"""The two measures disagree. With {FEW:,} pairs the shuffled
    texts bring {bleus[k]:.0%} of the gain in BLEU and {losses[k]:.0%} of the
    gain in the validation loss, which is {a:.2f} nats per token from scratch,
    {b:.2f} after shuffled and {c:.2f} after whole texts. The gain is that of
    pretraining on whole texts. Numbers of pairs at which no run was cut.
    {seeds(stored, whole)}."""
    return Finding("pretraining.order", figure, caption, (stored,))


def parts() -> Finding:
    """What is taken over, what learns, and what that brings, by two
    measures.
    """
    stored = results.load(NAME)
    pairs, _ = stored.recipe["parts"]
    table = stored.table("scores").where(pairs=pairs, seed=1, until=CONVERGED)
    score = {row["way"]: row["bleu"] for row in table.rows}
    assert score[DROPOUT] < score[SCRATCH], "dropout is no help"
    ways = [way for way in score if way not in LABELS and way != DROPOUT]
    ways.sort(key=lambda way: -score[way])
    shares = {
        label: {way: share(stored, way, of, pairs, seed=1) for way in ways}
        for of, label in MEASURES.items()
    }
    bleus, losses = shares.values()
    figure = plots.bars(
        ways,
        {label: list(each.values()) for label, each in shares.items()},
        xlabel="what is taken over, or learns",
        ylabel="share of the gain",
        alt="Share of the gain of pretraining that translators reach which "
        "take over parts of a pretrained model, by two measures.",
    )
    assert 0.2 < bleus["embeddings alone"] < 0.5, "embeddings bring a part"
    assert 0.5 < bleus["LoRA"] < 0.7, "LoRA more"
    assert losses["LoRA"] > 0.9, "and by the loss nearly all"
    assert losses["embeddings alone"] > 0.5, "by the loss more than half"
    assert all(
        min(each["encoder frozen"], each["decoder frozen"]) > 0.8
        for each in shares.values()
    ), "either half may be frozen"
    rate = caveats.chosen(stored.table("search").where(way="LoRA"), "way")
    learn = {row["way"]: row["learn"] for row in table.rows}
    caption = f"""By BLEU, LoRA reaches {bleus["LoRA"]:.0%} of what full
    fine-tuning gains over training from scratch, and by the validation loss
    {losses["LoRA"]:.0%}; the embeddings alone bring
    {bleus["embeddings alone"]:.0%} and {losses["embeddings alone"]:.0%}.
    {pairs:,} pairs, fine-tuned
    {caveats.until(table.rows, lambda row: row["way"])}. LoRA trains
    {learn["LoRA"]:,} parameters, all others at least
    {min(n for way, n in learn.items() if way != "LoRA"):,} of
    {learn[TUNED]:,}. The learning rate was {rate}. (Not shown: from scratch
    with more dropout, {score[DROPOUT]:.1f} BLEU instead of
    {score[SCRATCH]:.1f}.) One seed."""
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
    gains = [score(TUNED, k) - score(SCRATCH, k) for k in order]
    better, worse = sum(x > 0 for x in gains), sum(x < 0 for x in gains)
    assert better > 2 * worse, "it helps more often than it harms"
    caption = f"""Of the first {len(test)} test sentences pretraining raises the
    BLEU of {better} and lowers that of {worse}. Shown: the one whose BLEU rises
    most, the middle one, and the one whose BLEU falls most. Marked: words that
    the reference does not have there. {pairs:,} pairs, one seed."""
    shown = tables.table(rows)
    return Finding("pretraining.cases", shown, caption, (stored,))
