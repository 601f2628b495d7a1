"""The Transformer beside the recurrent translators."""

from collections.abc import Sequence

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    TRANSFORMER,
    recorded,
)
from attncourse.chapter7.live.transformer import LiveTransformer
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding
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
    {_interval(same)} BLEU, and the interval reaches zero. 1,000 test sentences,
    beam of {_beam()}, 95% interval, one seed each."""
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


def live() -> Finding:
    """All three translators on the reader's own sentence, beside stored
    ones.
    """
    names = {
        PLAIN: "One context vector",
        ATTENTIVE: "With attention",
        TRANSFORMER: "Transformer",
    }
    caption = """Choose a map to see what that head attends to, then switch it
    off: words that change are marked. (Recorded sentences were chosen by length
    alone.)"""
    return _live("live", "heads", names, caption)


def stream() -> Finding:
    """How much each layer of the Transformer adds to its stream."""
    caption = """Each slab is as long as what its layer adds, relative to the
    stream. Press a layer to take it out."""
    label = {TRANSFORMER: "Transformer, layer by layer"}
    return _live("stream", "stream", label, caption)


def cache() -> Finding:
    """What the decoder keeps, and what that saves."""
    caption = """Switch the cache off, and every word so far goes through the
    decoder again. On the right, the multiplications by length."""
    label = {TRANSFORMER: "Transformer, word by word"}
    return _live("cache", "cache", label, caption)


def _live(
    name: str, panel: str, names: dict[str, str], caption: str
) -> Finding:
    """One panel of the live Transformer, with these models."""
    stored = {model: results.load(model) for model in names}
    models = [(n, names[n], stored[n].value("bytes")) for n in stored]
    sizes = stored[TRANSFORMER].recipe["model"]
    examples = recorded(*stored.values())
    shown = LiveTransformer(models, examples, sizes, panel)
    return Finding(f"fair.{name}", shown, caption, tuple(stored.values()))


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


def _interval(row: Row) -> str:
    """By how much the Transformer is ahead, with its interval, in words."""
    return f"{row['difference']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


def _beam() -> int:
    return results.load(TRANSFORMER).recipe["beam"]
