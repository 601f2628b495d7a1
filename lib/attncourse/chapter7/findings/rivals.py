"""How the translators that are compared with the Transformer learn."""

from attncourse.chapter1.findings.translators import TRANSFORMER
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import plots

LONGER = ("bahdanau-same-tokens", "bahdanau-36-epochs")


def epochs() -> Finding:
    """With the same tokens the Transformer reaches a lower validation loss, and
    later.
    """
    stored = [results.load(n) for n in (TRANSFORMER, *LONGER)]
    ours, same, shorter = (
        one.table("epochs").column("validation") for one in stored
    )
    best = {"ours": _lowest(ours), "same": _lowest(same)}
    assert min(ours) < min(same) - 0.1, "a lower loss"
    assert best["ours"] > best["same"] + 10, "and later"
    assert same[-1] > min(same) + 0.05, "the recurrent one rises again"
    figure = plots.lines(
        range(1, len(ours) + 1),
        {"Transformer": ours, "recurrent, with attention": same},
        xlabel="epoch",
        ylabel="validation loss per token",
        alt="Validation loss of two translators, epoch by epoch.",
        limits=(min(ours) - 0.05, 2),
        markers=False,
    )
    caption = f"""The recurrent model is at its best after epoch {best["same"]}
    (a loss of {min(same):.2f} per token), the Transformer after epoch
    {best["ours"]} ({min(ours):.2f}). Validation loss, both trained on the same
    tokens, their weights averaged. Each keeps its best weights. In
    {len(shorter)} epochs, with a rate that falls sooner, the recurrent model
    reaches {min(shorter):.2f}. One seed for each."""
    return Finding("rivals.epochs", figure, caption, tuple(stored))


def _lowest(losses: list[float]) -> int:
    """The epoch with the lowest loss."""
    return 1 + losses.index(min(losses))
