"""What a cache saves, and how fast the Transformer trains."""

from attnbook import results
from attnbook.findings.finding import Finding
from attnbook.show import plots, tables


def cache() -> Finding:
    """Keys and values that are kept make decoding several times as fast, the
    more the longer the translation.
    """
    stored = results.load("cache-speed")
    table = stored.table("lengths")
    curves = {
        f"{rows} at once": table.where(rows=rows)
        for rows in stored.recipe["together"]
    }
    lengths = stored.recipe["lengths"]
    for curve in curves.values():
        ratios = curve.column("ratio")
        assert ratios[-1] > ratios[0] > 1, "the longer, the more is saved"
    figure = plots.lines(
        lengths,
        {name: curve.column("ratio") for name, curve in curves.items()},
        xlabel="tokens of the translation",
        ylabel="times as fast with the cache",
        alt="Speed of decoding with a cache against without, by length.",
        logx=True,
        ticks=True,
    )
    speed = stored.table("speed")
    single = [
        speed.where(rows=1, way=way).column("seconds")[0]
        for way in ("anew", "kept")
    ]
    caption = f"""How many times as fast greedy search is with keys and values
    kept. On the {max(speed.column("sentences")):,} test sentences, each way at
    its best size of batch, {stored.value("ratio"):.1f} times; one sentence at
    a time, {single[0] / single[1]:.1f} times. The memory is computed once
    either way. Medians of {stored.recipe["rounds"]} rounds on
    {_machine(stored)}."""
    return Finding("speed.cache", figure, caption, (stored,))


def training() -> Finding:
    """Target tokens a second; batches of one length count for most."""
    stored = results.load("training-speed")
    speed = {
        (row["way"], row["dropout"]): row["tokens"]
        for row in stored.table("speed").rows
    }
    rate = stored.recipe["base"]["dropouts"][0]
    ours, mixed = (
        speed[name, rate] for name in ("ours", "ours, any length, all logits")
    )
    assert ours > 1.5 * mixed, "lengths together, logits of real tokens"
    rows = [
        {"model and batches": way, "dropout": dropout}
        | {"tokens a second": round(tokens), "ours is": ours / tokens}
        for (way, dropout), tokens in speed.items()
    ]
    caption = f"""Target tokens a second in training, as medians of
    {stored.recipe["rounds"]} rounds in which the ways take turns, on
    {_machine(stored)}. The first row against the last: batches of similar
    lengths, with logits for real tokens only, against
    {stored.recipe["sentences"]} sentences of any length, with all logits.
    PyTorch's layers also drop weights of attention, so both run without
    dropout, too."""
    return Finding("speed.training", tables.table(rows), caption, (stored,))


def _machine(stored: results.Result) -> str:
    machine = stored.made["machine"]
    return f"{machine['threads']} threads of a processor ({machine['cpu']})"
