"""What each choice of the Transformer is worth on real sentences, in a short
training.
"""

from collections.abc import Iterable

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result, Row
from attncourse.figures import tables

AS_IT_IS = "as it is"


def scores() -> Finding:
    """BLEU after a short training, the best first: as many blocks in the
    decoder bring some points, and what is left out costs up to nearly all.
    """
    stored = results.load("switches-model")
    rows = stored.table("scores").rows
    rows = sorted(rows, key=lambda row: -row["validation_bleu"])
    scale, order, *_ = (row["switch"] for row in reversed(rows))
    assert (scale, order) == ("no embedding scale", "no positions"), "worst"
    assert rows[0]["switch"] == "3 + 3 layers", "equal numbers are better"
    of = {row["switch"]: row for row in rows}
    bleu = {name: row["validation_bleu"] for name, row in of.items()}
    whole, loose = of[AS_IT_IS], of["no tying"]
    assert abs(bleu["no tying"] - bleu[AS_IT_IS]) < 1, "tying costs no BLEU"
    assert loose["validation_loss"] < whole["validation_loss"], "but loss"
    caption = f"""Without the embedding scale nearly all is lost
    ({bleu[scale]:.1f} instead of {bleu[AS_IT_IS]:.1f} BLEU), and positions come
    next ({bleu[order]:.1f}). {_measured(stored)}. One seed: differences below a
    point say little."""
    return Finding("switches.scores", _table(rows), caption, (stored,))


def training() -> Finding:
    """With post-norm a short training reaches little, at whatever rate;
    without dropout it reaches most.
    """
    stored, model = (
        results.load(f"switches-{part}") for part in ("training", "model")
    )
    base = model.table("scores").where(switch=AS_IT_IS).rows[0]
    rows = [base, *stored.table("scores").rows]
    bleu = {row["switch"]: row["validation_bleu"] for row in rows}
    post = [score for name, score in bleu.items() if name.startswith("post")]
    assert max(post) < 0.5 * bleu[AS_IT_IS], "post-norm"
    assert min(post) == bleu["post, no warm-up"], "without a warm-up worst"
    assert bleu["no warm-up"] > max(post), "pre-norm needs it less"
    assert max(bleu.values()) == bleu["no dropout"], "without dropout best"
    rate = stored.recipe["base"]["settings"]["rate"]
    caption = f"""The place of the norm costs most: with post-norm the best of
    {len(post)} runs reaches {max(post):.1f} instead of {bleu[AS_IT_IS]:.1f}.
    {_measured(stored)}. The rate is {rate} unless stated. What dropout brings
    in a long training is not measured here. One seed."""
    return Finding("switches.training", _table(rows), caption, (stored, model))


def _table(rows: Iterable[Row]) -> tables.Table:
    """Both measures of each change, the best BLEU first."""
    return tables.table(
        [
            {
                "what is changed": row["switch"]
                .replace("layers", "blocks")
                .replace("post", "post-norm"),
                "validation BLEU": row["validation_bleu"],
                "validation loss": row["validation_loss"],
            }
            for row in sorted(rows, key=lambda row: -row["validation_bleu"])
        ]
    )


def _measured(stored: Result) -> str:
    epochs = stored.recipe["base"]["settings"]["epochs"]
    return f"""Greedy BLEU on the validation sentences, after {epochs} epochs of
    all training pairs, one choice changed at a time, the same seed and the same
    order of batches"""
