"""How long a sequence a Transformer copies, beside chapter 1's models."""

from attnbook import results
from attnbook.findings.finding import Finding, lines

LABELS = {
    "none": "RNN, one context vector",
    "additive": "RNN with attention",
    "sinusoidal": "Transformer, sines",
    "random starts": "Transformer, random starts",
}


def by_length() -> Finding:
    """Both models with attention copy what they were trained on; beyond it
    none does.
    """
    stored = [
        results.load(name) for name in ("copy-length", "copy-transformer")
    ]
    curves = {
        LABELS[attention]: one.table("accuracy").over(
            by="length", of="free", where={"attention": attention}
        )
        for one in stored
        for attention in one.recipe["attentions"]
    }
    longest = stored[0].recipe["longest"]
    for attention in ("additive", "sinusoidal"):
        curve = curves[LABELS[attention]]
        at = curve.x.index(longest)
        assert min(curve.low[: at + 1]) > 0.95, "trained lengths are copied"
        assert curve.mean[-1] < 0.5, "a thousand symbols are not"
    figure = lines(
        curves,
        xlabel="symbols",
        ylabel="share copied",
        alt="Share of symbols copied against the length, four models.",
        logx=True,
        limits=(0, 1),
    )
    updates = [one.recipe["updates"] for one in stored]
    seeds = len(stored[1].recipe["seeds"])
    caption = f"""Share of symbols right when each model reads its own output,
    trained on up to {longest} symbols ({updates[0]:,} updates for the
    recurrent models, {updates[1]:,} for the Transformers), {seeds} seeds each
    (range shaded). Random starts are the remedy of chapter 6: the same random
    first position for source and target while training."""
    return Finding("copying.by_length", figure, caption, tuple(stored))
