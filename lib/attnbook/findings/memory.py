"""What recurrent networks remember: copying against length, recall after a delay."""

from attnbook import results
from attnbook.findings.finding import Finding, seeds
from attnbook.results import Curve
from attnbook.show import plots, tables

KINDS = {"none": "one context vector", "additive": "with attention"}
CELLS = {"rnn": "RNN", "gru": "GRU", "lstm": "LSTM"}


def copy_by_length() -> Finding:
    """Attention copies every length that it was trained on; one vector loses more with each symbol."""
    stored = results.load("copy-length")
    table, chance, longest = stored.table("accuracy"), stored.value("chance"), stored.recipe["longest"]
    curves = {k: table.over(by="length", of="forced", where={"attention": k}) for k in KINDS}
    plain, attentive = curves.values()
    trained = plain.x.index(longest) + 1
    falling = plain.mean[:trained]
    assert min(plain.low[0], attentive.low[0]) > 0.99, "the shortest length is nearly perfect"
    assert min(attentive.low[:trained]) > 0.999, "with attention every trained length is copied"
    assert falling == sorted(falling, reverse=True), "the one vector loses with each symbol"
    assert falling[-1] < attentive.mean[trained - 1] - 0.1, "at the longest trained length attention is ahead"
    assert max(plain.high[-1], attentive.high[-1]) < 2 * chance, "the longest sequences are near chance"
    figure = _against_length(curves, KINDS, chance, "share of symbols copied", "true tokens fed in")
    caption = f"""With attention every length up to {longest}, the longest in training, is copied; one context vector
    gets {falling[-1]:.2f} of the symbols right at {longest}. At {plain.x[-1]} symbols both are near chance:
    {plain.mean[-1]:.3f} and {attentive.mean[-1]:.3f}, where chance is {chance:.3f}. {stored.recipe["rows"]} sequences
    of each length, {seeds(table)}, the band from the worst to the best; true tokens fed in."""
    return Finding("memory.copy_by_length", figure, caption, (stored,))


def copy_running_free() -> Finding:
    """The same models with their own tokens fed in: attention still copies every trained length."""
    stored = results.load("copy-length")
    table, longest = stored.table("accuracy"), stored.recipe["longest"]
    curves = {k: table.over(by="length", of="free", where={"attention": k}) for k in KINDS}
    lengths, copied = curves["none"].x, curves["additive"].low
    assert min(copied[: lengths.index(longest) + 1]) > 0.999, "with attention every trained length is copied"
    rows = [{"symbols": n} | {KINDS[k]: c.mean[i] for k, c in curves.items()} for i, n in enumerate(lengths)]
    caption = f"""Share of symbols copied, the model's own tokens fed in: mean over {seeds(table)}. With attention
    nothing is lost up to {longest} symbols."""
    return Finding("memory.copy_running_free", tables.table(rows), caption, (stored,))


def recall_by_length() -> Finding:
    """Ten symbols are easy for every cell, three hundred for none, with PyTorch's first weights and these updates."""
    stored = results.load("recall-delay")
    table, chance = stored.table("accuracy"), stored.value("chance")
    curves = {cell: table.over(by="length", where={"cell": cell}) for cell in CELLS}
    assert min(c.low[0] for c in curves.values()) > 0.99, "every cell recalls the shortest length"
    far = curves["gru"].x.index(300)
    assert max(max(c.high[far:]) for c in curves.values()) < 2 * chance, "none recalls 300 symbols"
    recalled = [row["seed"] for row in table.where(cell="gru", length=100).rows if row["accuracy"] > 0.9]
    assert 0 < len(recalled) < len(stored.recipe["seeds"]), "some seeds of the GRU recall 100, some do not"
    at = curves["gru"].x.index(100)
    assert max(curves[cell].high[at] for cell in ("rnn", "lstm")) < 2 * chance, "no RNN or LSTM recalls 100"
    figure = _against_length(curves, CELLS, chance, "share of first symbols named", "for three cells")
    caption = f"""Every cell recalls the first of 10 symbols. Of 100, {len(recalled)} of
    {len(stored.recipe["seeds"])} GRUs recall it, no RNN and no LSTM; of 300, none. {stored.recipe["updates"]:,} updates
    for each model, PyTorch's first weights, {seeds(table)}, the band from the worst to the best."""
    return Finding("memory.recall_by_length", figure, caption, (stored,))


def _against_length(
    curves: dict[str, Curve], labels: dict[str, str], chance: float, share: str, condition: str
) -> plots.Figure:
    """A line with its band for each kind, and one for chance, over the length of the sequence."""
    x = next(iter(curves.values())).x
    return plots.lines(
        x,
        {labels[kind]: curve.mean for kind, curve in curves.items()} | {"chance": [chance] * len(x)},
        xlabel="length of the sequence (symbols)",
        ylabel=share,
        alt=f"{share.capitalize()} against the length of the sequence, {condition}.",
        logx=True,
        band={labels[kind]: (curve.low, curve.high) for kind, curve in curves.items()},
        limits=(0, 1),
    )
