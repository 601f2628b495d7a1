"""What recurrent networks remember: copying against length, recall after a
delay.
"""

from attncourse.chapter1.live.gate import GateFigure
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, against_length, seeds
from attncourse.experiments.results import Curve

KINDS = {"none": "one context vector", "additive": "with attention"}
STARTS = {
    "RNN": ("rnn", 0),
    "IRNN": ("irnn", 0),
    "GRU": ("gru", 0),
    "GRU, gate bias 3": ("gru", 3),
    "LSTM": ("lstm", 0),
    "LSTM, gate bias 3": ("lstm", 3),
}
"""Cells and the bias of the gate that keeps their state, by their labels."""


def copy_by_length() -> Finding:
    """Attention copies every length that it was trained on; one vector loses
    more with each symbol.
    """
    stored = results.load("copy-length")
    table, chance = stored.table("accuracy"), stored.value("chance")
    longest = stored.recipe["longest"]
    curves = {
        k: table.over(by="length", of="forced", where={"attention": k})
        for k in KINDS
    }
    plain, attentive = curves.values()
    trained = plain.x.index(longest) + 1
    falling = plain.mean[:trained]
    assert min(plain.low[0], attentive.low[0]) > 0.99, (
        "the shortest length is nearly perfect"
    )
    assert min(attentive.low[:trained]) > 0.999, (
        "with attention every trained length is copied"
    )
    assert falling == sorted(falling, reverse=True), (
        "the one vector loses with each symbol"
    )
    assert falling[-1] < attentive.mean[trained - 1] - 0.1, (
        "at the longest trained length attention is ahead"
    )
    assert max(plain.high[-1], attentive.high[-1]) < 2 * chance, (
        "the longest sequences are near chance"
    )
    figure = against_length(
        {KINDS[k]: curve for k, curve in curves.items()},
        chance,
        "share of symbols copied",
        "true tokens fed in",
    )
    caption = f"""With attention the model copies every length up to {longest},
        the longest in training; with one context vector it gets only
        {falling[-1]:.2f} of the symbols right at {longest}. At {plain.x[-1]}
        symbols neither is far from chance, {chance:.3f}: {plain.mean[-1]:.3f}
        and {attentive.mean[-1]:.3f}. {stored.recipe["rows"]} sequences of each
        length; {seeds(table)}, their range shaded; the true tokens are fed
        in."""
    return Finding("memory.copy_by_length", figure, caption, (stored,))


def recall_by_length() -> Finding:
    """An open gate recalls farther than a half-open one, in LSTM and GRU."""
    stored = results.load("recall-delay")
    table, chance = stored.table("accuracy"), stored.value("chance")
    curves = {
        label: table.over(by="length", where={"cell": cell, "gate_bias": bias})
        for label, (cell, bias) in STARTS.items()
    }
    assert min(c.low[0] for c in curves.values()) > 0.8, "ten are easy"
    reach = {label: _reach(curve) for label, curve in curves.items()}
    assert reach["LSTM, gate bias 3"] > reach["LSTM"], "an open LSTM is ahead"
    assert reach["GRU, gate bias 3"] >= reach["GRU"], "so is an open GRU"
    figure = against_length(
        curves,
        chance,
        "share of first symbols recalled",
        "for four cells and their remedies",
    )
    told = "; ".join(f"{label}: {steps}" for label, steps in reach.items())
    caption = f"""How long a sequence may be if every seed is to recall its
    first symbol in nine cases of ten: {told}. {stored.recipe["updates"]:,}
    updates for each model, one learning rate for all; {seeds(table)}, their
    range shaded."""
    return Finding("memory.recall_by_length", figure, caption, (stored,))


def gate() -> Finding:
    """The forget gate by hand, beside what LSTMs recall that start so."""
    stored = results.load("recall-delay")
    table = stored.table("accuracy").where(cell="lstm")
    shut = table.where(gate_bias=0, length=100).column("accuracy")
    open_ = table.where(gate_bias=3, length=100).column("accuracy")
    assert max(shut) < min(open_), "at 100 steps the open gate is ahead"
    rows = [
        {key: row[key] for key in ("gate_bias", "length", "accuracy")}
        for row in table.rows
    ]
    figure = GateFigure(rows, chance=stored.value("chance"), bias=0.0)
    caption = f"""What a forget gate leaves of the first symbol, and what
    LSTMs that start with this gate can recall after
    {stored.recipe["updates"]:,} updates: {seeds(table)} for each bias and
    length measured. At 100 steps the worst seed with bias 3 recalls
    {min(open_):.0%} of the first symbols, the best seed with bias 0
    {max(shut):.0%}."""
    return Finding("memory.gate", figure, caption, (stored,))


def _reach(curve: Curve) -> int:
    """The greatest length that every seed recalls, with all below it."""
    reached = 0
    for length, low in zip(curve.x, curve.low, strict=True):
        if low < 0.9:
            break
        reached = length
    return reached
