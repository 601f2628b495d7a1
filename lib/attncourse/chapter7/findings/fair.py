"""The Transformer beside the recurrent translators."""

from collections.abc import Sequence

from attncourse.chapter1.findings.translators import (
    ATTENTIVE,
    PLAIN,
    TRANSFORMER,
    recorded,
)
from attncourse.chapter7.live.transformer import LiveTransformer
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result, Row
from attncourse.figures import tables

SAME = "bahdanau-same-tokens"
TELLING = 3  # the sentence in which most layers are not needed, and some are
LABELS = {
    TRANSFORMER: "Transformer",
    SAME: "recurrent, the same tokens",
    ATTENTIVE: "recurrent, as shipped",
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
    caption = f"""Allowed the same 60 epochs, the Transformer is ahead by
    {_interval(same)} BLEU, and the interval reaches zero. It covers the choice
    of the 1,000 test sentences; beam of {_beam()}, one seed each."""
    sources = (stored, results.load(SAME))
    return Finding("fair.scores", _compared(rows), caption, sources)


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
    return _live("stream", "stream", label, caption, example=TELLING)


def cache() -> Finding:
    """What the decoder keeps, and what that saves."""
    caption = """Switch the cache off, and every word so far goes through the
    decoder again. On the right, the multiplications by length."""
    label = {TRANSFORMER: "Transformer, word by word"}
    return _live("cache", "cache", label, caption)


def _live(
    name: str, panel: str, names: dict[str, str], caption: str, **first: int
) -> Finding:
    """One panel of the live Transformer, with these models."""
    stored = {model: results.load(model) for model in names}
    models = [(n, names[n], stored[n].value("bytes")) for n in stored]
    sizes = stored[TRANSFORMER].recipe["model"]
    examples = recorded(*stored.values())
    shown = LiveTransformer(models, examples, sizes, panel, **first)
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
