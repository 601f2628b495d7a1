"""The Transformer beside the recurrent translators."""

from collections.abc import Sequence

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    TRANSFORMER,
    recorded,
    texts,
)
from attncourse.chapter7.live.transformer import LiveTransformer
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, gained
from attncourse.experiments.results import Result, Row
from attncourse.figures import tables

SAME, SHORTER = "bahdanau-same-tokens", "bahdanau-36-epochs"
DISTILLED = "transformer-distilled"
LABELS = {
    TRANSFORMER: "Transformer",
    SAME: "recurrent, the same tokens",
    SHORTER: "recurrent, two thirds of the time",
    ATTENTIVE: "recurrent, as shipped",
    DISTILLED: "Transformer, distilled",
}


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
    theirs, ours = (
        [_marks(row["sentence"]) for row in rows if row["who"] == who]
        for who in (rows[2]["who"], rows[3]["who"])
    )
    assert ours[0] < theirs[0] and ours[1] < theirs[1], "fewer odd words"
    assert ours[2] == theirs[2], "the good one: no difference"
    places = [f"{case['rank']}" for case in chosen]
    caption = f"""In the bad and the typical sentence the Transformer has fewer
    words that the reference does not have there ({ours[0]} against {theirs[0]},
    {ours[1]} against {theirs[1]}), in the good one the same number ({ours[2]});
    these words are marked. The {chosen[0]["of"]} test
    sentences of {stored.recipe["words"]} words or more were sorted by the BLEU
    of the recurrent model that was trained on as many tokens as the
    Transformer; these are numbers {", ".join(places[:-1])} and {places[-1]}
    from the worst. Both searched with a beam of {_beam()}."""
    return Finding("fair.cases", tables.table(rows), caption, (stored,))


def scores() -> Finding:
    """The Transformer is ahead of the recurrent model as shipped; with the same
    tokens the interval reaches zero.
    """
    stored = results.load("fair-en-fr")
    ours, same, shipped = rows = _rows(stored, TRANSFORMER, SAME, ATTENTIVE)
    assert shipped["low"] > 0, "ahead of the one trained less"
    assert same["low"] < 0 < same["difference"], "not clearly of the first"
    assert same["greedy_bleu"] < ours["greedy_bleu"] - 1, "greedy it is ahead"
    assert ours["parameters"] < 1.1 * same["parameters"], "not by its size"
    caption = f"""With the same tokens the Transformer is ahead by
    {_interval(same)} BLEU, and the interval reaches zero; of the recurrent
    model as shipped by {_interval(shipped)}. BLEU on the 1,000 test sentences;
    differences with a beam of {_beam()}, 95% intervals from
    {stored.recipe["resamples"]:,} resamples of the sentences. Minutes are those
    of one run on one thread. One seed for each model; sacreBLEU's signature is
    `{results.load(TRANSFORMER).value("signature")}`."""
    sources = (stored, results.load(SAME))
    return Finding("fair.scores", _compared(rows), caption, sources)


def others() -> Finding:
    """With two thirds of the time the recurrent model is further behind; a
    distilled Transformer is not clearly worse than its teacher.
    """
    stored = results.load("fair-en-fr")
    shorter, student = rows = _rows(stored, SHORTER, DISTILLED)
    distilled = results.load(DISTILLED)
    assert shorter["low"] > 0, "ahead of the one trained for a shorter time"
    assert student["low"] < 0 < student["difference"], "not clearly worse"
    caption = f"""Of a recurrent model with two thirds of its time the
    Transformer is ahead by {_interval(shorter)} BLEU, of a distilled
    Transformer by {_interval(student)}, whose interval holds zero. The
    distilled model learned from 29,000 translations of the Transformer, too, so
    each of its epochs is two; it has one teacher, and the full recipe three.
    Measured as above; all of them average their
    weights.{caveats.falling("the distilled one", distilled)}"""
    sources = (stored, distilled, results.load(SHORTER))
    return Finding("fair.others", _compared(rows), caption, sources)


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
    figure = gained(
        groups,
        "Transformer minus recurrent, the same tokens",
        "BLEU of the Transformer minus BLEU of the recurrent model trained "
        "on the same tokens, for five groups of source length, with 95% "
        "intervals.",
    )
    above = sum(gain > 0 for gain in gains)
    caption = f"""In no group of lengths is the Transformer clearly ahead: its
    gain is {min(gains):.2f} to {max(gains):.2f} BLEU, above zero for {above} of
    {len(gains)} groups, and every interval holds zero. Both models trained on
    the same tokens; 95% intervals from {stored.recipe["resamples"]:,} resamples
    of the sentences; one seed for each model."""
    return Finding("fair.difference", figure, caption, (stored,))


def live() -> Finding:
    """All three translators on the reader's own sentence, beside stored
    ones.
    """
    names = {
        PLAIN: "One context vector",
        ATTENTIVE: "With attention",
        TRANSFORMER: "Transformer",
    }
    stored = {name: results.load(name) for name in names}
    models = [(n, names[n], stored[n].value("bytes")) for n in stored]
    examples = recorded(*stored.values())
    sizes = stored[TRANSFORMER].recipe["model"]
    shown = LiveTransformer(models, examples, sizes)
    caption = f"""Three translators on your own sentence: step through the
    words, choose a map to see what that head attends to, switch the head or a
    whole layer off, and what changes in the translation is marked. All search
    greedily. The first {len(examples)} sentences of the list are recorded:
    they are test sentences of 8 to 14 words, chosen by their length alone."""
    return Finding("fair.live", shown, caption, tuple(stored.values()))


def _rows(stored: Result, *models: str) -> list[Row]:
    """The rows of these models, in this order."""
    table = stored.table("models")
    return [table.where(model=name).rows[0] for name in models]


def _compared(rows: Sequence[Row]) -> tables.Table:
    """Models of the fair comparison, one below the other."""
    return tables.table(
        [
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
    )


def _marks(sentence: tables.Marked) -> int:
    """How many of its words are marked."""
    return len(" ".join(sentence.parts[1::2]).split())


def _interval(row: Row) -> str:
    """By how much the Transformer is ahead, with its interval, in words."""
    return f"{row['difference']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


def _beam() -> int:
    return results.load(TRANSFORMER).recipe["beam"]
