"""How fast the Transformer decodes and trains, as ratios."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, threads
from attncourse.figures import plots, tables

WAYS = {
    "ours": "our layers",
    "torch.nn.Transformer": "torch.nn.Transformer",
    "ours, any length, all logits": "our layers; sentences of any length "
    "together, logits of padding too",
}


def decoding() -> Finding:
    """The cache saves the more, the longer the translation and the larger the
    batch.
    """
    stored = results.load("cache-speed")
    speed, table = stored.table("speed"), stored.table("lengths")
    curves = {
        rows: table.where(rows=rows).column("ratio")
        for rows in stored.recipe["together"]
    }
    alone, together = curves.values()
    for curve in curves.values():
        assert curve == sorted(curve), "the more, the longer"
        assert min(curve) > 1, "at every length"
    assert all(a < b for a, b in zip(alone, together, strict=True)), (
        "a batch saves more than a sentence alone"
    )
    figure = plots.lines(
        stored.recipe["lengths"],
        {
            f"{rows} sentence{'s' * (rows > 1)} at once": curve
            for rows, curve in curves.items()
        },
        xlabel="tokens of the translation",
        ylabel="time without the cache / with it",
        alt="How many times as fast decoding is with the cache, against the "
        "length of the translation.",
        logx=True,
        logy=True,
        ticks=True,
    )
    kept, anew = (speed.where(way=way).rows for way in ("kept", "anew"))
    sides = [
        min((row for row in way if row["rows"] > 1), key=lambda r: r["seconds"])
        for way in (kept, anew)
    ]
    single = anew[0]["seconds"] / kept[0]["seconds"]
    caption = f"""The longer the translation, the more time the cache saves: it
    is {alone[0]:.1f} times as fast for {stored.recipe["lengths"][0]} tokens of
    one sentence, {together[-1]:.1f} times for {stored.recipe["lengths"][-1]}
    tokens of {stored.recipe["together"][-1]} sentences at once. Greedy decoding
    by the shipped Transformer, forced to a length. On the 1,000 test sentences,
    each way at its best batch size ({sides[1]["rows"]} and
    {sides[0]["rows"]}), the ratio is {stored.value("ratio"):.1f}; one sentence
    at a time {single:.1f}. The memory is computed once either way.
    Medians of {stored.recipe["rounds"]} rounds, both ways interleaved,
    {threads(stored)}."""
    return Finding("speed.decoding", figure, caption, (stored,))


def training() -> Finding:
    """Our layers train no slower than PyTorch's; sentences of one length
    together, without logits of padding, train twice as fast.
    """
    stored = results.load("training-speed")
    table = stored.table("speed")
    rate = stored.recipe["base"]["dropouts"][0]
    ours = table.where(way="ours", dropout=rate).column("tokens")[0]
    mixed = table.where(way="ours, any length, all logits").column("tokens")[0]
    assert ours > 2 * mixed, "batches of one length are twice as fast"
    for dropout in (rate, 0.0):
        own, peer = table.where(dropout=dropout).column("tokens")[:2]
        assert own > 0.97 * peer, "no slower than PyTorch's layers"
    rows = [
        {
            "what trains": WAYS[row["way"]],
            "dropout": row["dropout"],
            "target tokens a second": round(row["tokens"]),
        }
        for row in table.rows
    ]
    caption = f"""Sentences of one length together train {ours / mixed:.1f}
    times as fast as sentences of any length, {stored.recipe["sentences"]} in a
    batch; our layers are no slower than PyTorch's. Target tokens a second, the
    same sizes and the same real sentences. PyTorch's layers drop weights of
    attention, too, so both are compared without dropout as well. Medians of
    {stored.recipe["rounds"]} rounds of {stored.recipe["batches"]} batches,
    all interleaved, {threads(stored)}."""
    return Finding("speed.training", tables.table(rows), caption, (stored,))
