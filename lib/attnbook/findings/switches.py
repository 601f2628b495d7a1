"""What each choice of the Transformer is worth on real sentences."""

from attnbook import results
from attnbook.findings.finding import Finding
from attnbook.show import tables

WHOLE = "as it is"
NAMES = ("switches-model",)


def scores() -> Finding:
    """BLEU and loss after a short training, the best first: nothing that is
    changed brings a point, and some cost many.
    """
    stored = [results.load(name) for name in NAMES]
    rows = [row for one in stored for row in one.table("scores").rows]
    rows.sort(key=lambda row: -row["validation_bleu"])
    (whole,) = (row for row in rows if row["switch"] == WHOLE)
    scale, order, *_ = (row["switch"] for row in reversed(rows))
    assert (scale, order) == ("no embedding scale", "no positions")
    best = rows[0]["validation_bleu"] - whole["validation_bleu"]
    assert best < 1, "no change brings a point"
    shown = [
        {
            "changed": row["switch"],
            "validation BLEU": row["validation_bleu"],
            "validation loss": row["validation_loss"],
            "against as it is": row["validation_bleu"]
            - whole["validation_bleu"],
        }
        for row in rows
    ]
    base = stored[0].recipe["base"]
    caption = f"""Greedy BLEU and loss per token on the validation sentences,
    after {base["settings"]["epochs"]} epochs of all training pairs, one choice
    changed at a time, the same seed and the same order of batches. One seed:
    differences below a point say little."""
    return Finding(
        "switches.scores", tables.table(shown), caption, tuple(stored)
    )
