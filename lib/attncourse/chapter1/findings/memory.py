"""What recurrent networks remember: copying against length, recall after a
delay.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, against_length, lines

KINDS = {"none": "one vector", "additive": "with attention"}


def copy_by_length() -> Finding:
    """Attention copies every length that it was trained on, and no side copies
    a thousand symbols.
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
    caption = f"""Both were trained on lengths 1 to {longest} until their
    validation loss stood still. At {longest} symbols one vector has
    {plain.mean[trained - 1]:.0%} right; at {plain.x[-1]:,} neither copies.
    Three seeds, their range shaded."""
    return Finding("memory.copy_by_length", figure, caption, (stored,))


def recall() -> Finding:
    """How soon an LSTM recalls the first of many symbols, by the bias of its
    forget gate at the start.
    """
    stored = results.load("recall-delay")
    length = 100
    table = stored.table("epochs").where(length=length)
    curves = {
        f"forget bias {bias:g}": table.where(gate_bias=bias).over(
            by="epoch", of="accuracy"
        )
        for bias in stored.recipe["biases"]
    }
    figure = lines(
        curves,
        xlabel="updates",
        ylabel="share of first symbols recalled",
        alt="Share of first symbols recalled, by the updates of training.",
        limits=(0, 1),
    )
    return Finding("memory.recall", figure, "", (stored,))
