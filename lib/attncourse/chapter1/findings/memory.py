"""What recurrent networks remember: recall after a delay."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.learning import learned, over_updates, plot


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
