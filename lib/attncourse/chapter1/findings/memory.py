"""What recurrent networks remember: copying against length, recall after a
delay.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, against_length
from attncourse.experiments.learning import learned, over_updates, plot

KINDS = {"none": "one vector", "additive": "with attention"}


def copy_by_length() -> Finding:
    """After 3,000 updates attention copies every length that it was trained
    on, one vector does not, and neither copies a thousand symbols.
    """
    stored = results.load("copy-length")
    table, chance = stored.table("accuracy"), stored.value("chance")
    longest = stored.recipe["longest"]
    plain, attentive = curves = [
        table.over(by="length", of="free", where={"attention": kind})
        for kind in KINDS
    ]
    trained = plain.x.index(longest) + 1
    assert min(plain.low[0], attentive.low[0]) > 0.99, "the shortest is easy"
    assert min(attentive.low[:trained]) > 0.999, (
        "with attention every trained length is copied"
    )
    assert max(plain.high[-1], attentive.high[-1]) < 3 * chance, (
        "the longest sequences are near chance"
    )
    figure = against_length(
        dict(zip(KINDS.values(), curves, strict=True)),
        chance,
        "share of symbols copied",
        "running free",
    )
    caption = f"""After {stored.recipe["updates"]:,} updates on lengths 1 to
    {longest}, one vector has
    {plain.mean[trained - 1]:.0%} of {longest} symbols right. At
    {plain.x[-1]:,} neither copies. Three seeds, their range shaded."""
    return Finding("memory.copy_by_length", figure, caption, (stored,))


def recall() -> Finding:
    """How soon an LSTM recalls the first of many symbols, by the bias of its
    forget gate at the start.
    """
    stored = results.load("recall-delay")
    each, (length,) = (stored.recipe[key] for key in ("updates", "lengths"))
    sides = {
        f"bias {bias:g}": {"gate_bias": bias}
        for bias in stored.recipe["biases"]
    }
    curves = over_updates(stored, "accuracy", sides, each)
    assert min(curve.low[-1] for curve in curves.values()) > 0.99, "all recall"
    found = {label: learned(curve) for label, curve in curves.items()}
    times = list(found.values())
    assert times == sorted(times, reverse=True), "the more open, the sooner"
    figure = plot(
        curves,
        "updates",
        "share of first symbols recalled",
        "Share of first symbols recalled, by the updates of training.",
    )
    told = ", ".join(
        f"{_measured(n, each):,} with {label}" for label, n in found.items()
    )
    caption = f"""Updates until an LSTM names the first of {length} symbols in
    nine cases of ten: {told}. In the end all do. Three seeds, their range
    shaded."""
    return Finding("memory.recall", figure, caption, (stored,))


def _measured(updates: float, each: int) -> int:
    """Updates to the next time that was measured."""
    return each * round(updates / each)
