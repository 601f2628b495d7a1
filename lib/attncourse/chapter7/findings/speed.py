"""How fast the Transformer decodes, as ratios."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, threads
from attncourse.figures import plots


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
