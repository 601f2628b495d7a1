"""What each choice of the Transformer is worth on real sentences."""

from attnbook import results
from attnbook.findings.finding import Finding
from attnbook.show import plots

NAMES = ("switches-model",)


def scores() -> Finding:
    """BLEU and loss after a short training, the best first: as many blocks in
    the decoder bring some points, and what is left out costs up to nearly all.
    """
    stored = [results.load(name) for name in NAMES]
    rows = [row for one in stored for row in one.table("scores").rows]
    rows.sort(key=lambda row: -row["validation_bleu"])
    scale, order, *_ = (row["switch"] for row in reversed(rows))
    assert (scale, order) == ("no embedding scale", "no positions")
    assert rows[0]["switch"] == "3 + 3 layers", "equal numbers are better"
    figure = plots.bars(
        [row["switch"].replace(" ", "\n") for row in rows],
        {"BLEU": [row["validation_bleu"] for row in rows]},
        xlabel="what is changed",
        ylabel="validation BLEU",
    )
    told = ", ".join(
        f"{row['switch']} {row['validation_bleu']:.1f}" for row in rows
    )
    base = stored[0].recipe["base"]
    caption = f"""Greedy BLEU on the validation sentences,
    after {base["settings"]["epochs"]} epochs of all training pairs, one choice
    changed at a time, the same seed and the same order of batches: {told}. One
    seed: differences below a point say little."""
    return Finding("switches.scores", figure, caption, tuple(stored))
