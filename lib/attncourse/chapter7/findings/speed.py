"""How fast the library is, beside others and beside its machine."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, threads
from attncourse.figures import plots, tables

NAME = "speed"
GIGA = 10**9
ASKED = {
    "training": "training a translator",
    "writing": "translating greedily",
    "images": "training a ViT",
}
OPTIONS = {
    "in 4 pieces": "--accumulate 4",
    "autocast": "--autocast",
    "compiled": "--compile",
}


def beside_others() -> Finding:
    """What the same sizes cost in other libraries, and ours with each option
    of a run.
    """
    stored = results.load(NAME)
    rows = stored.table("tasks").rows
    own = [row["ratio"] for row in rows if row["way"] == "attnbook"]
    assert own == [1.0] * len(own), "each is compared with ours"
    batch, rounds = stored.recipe["batch"], stored.recipe["rounds"]
    shown = [
        {
            "what": ASKED[row["task"]],
            "by": OPTIONS.get(row["way"], row["way"]),
            "per second": round(batch / row["seconds"]),
            "times ours": row["ratio"],
            "middle half": f"{row['low']:.2f}-{row['high']:.2f}"
            if row["low"] < row["high"]
            else "",
            "MB": round(row["bytes"] / 10**6) or None,
        }
        for row in rows
    ]
    versions = [f"{name} {stored.value(name)}" for name in stored.values]
    caption = f"""Sentences or images per second, time relative to ours in the
    same round (median of {rounds}), and peak memory per step (not when
    compiled). Batches of {batch}, sentences of {stored.recipe["tokens"]}
    tokens; {threads(stored)}; {", ".join(versions)}."""
    table = tables.table(shown)
    return Finding("speed.beside_others", table, caption, (stored,))


def by_length() -> Finding:
    """Attention alone, written out, by our function and by PyTorch's."""
    stored = results.load(NAME)
    table, lengths = stored.table("attention"), stored.recipe["lengths"]
    labels = {
        "explicit": "written out",
        "fused": "attnbook, fused",
        "torch": "PyTorch's own",
    }
    kinds = {label: table.where(kind=kind) for kind, label in labels.items()}
    figure = plots.lines(
        lengths,
        {label: rows.column("seconds") for label, rows in kinds.items()},
        "keys",
        "seconds",
        band={
            label: (rows.column("low"), rows.column("high"))
            for label, rows in kinds.items()
        },
        logx=True,
        logy=True,
    )
    caption = f"""{stored.recipe["heads"]}-head attention is timed by length,
    forward and backward: median and middle half of
    {stored.recipe["rounds"] // 3} rounds, {threads(stored)}."""
    return Finding("speed.by_length", figure, caption, (stored,))


def roofline() -> Finding:
    """What a layer of attention gets of what the machine can do."""
    stored = results.load(NAME)
    rows = stored.table("roofline").rows
    figure = plots.lines(
        [row["length"] for row in rows],
        {
            "a layer of attention": [row["rate"] / GIGA for row in rows],
            "a matrix product, or a copy": [row["roof"] / GIGA for row in rows],
        },
        "length",
        "billion operations a second",
        logx=True,
    )
    caption = f"""Operations per second of a self-attention layer of dimension
    {stored.recipe["width"]}, forward, are compared with what large matrix
    products reach or memory bandwidth allows."""
    return Finding("speed.roofline", figure, caption, (stored,))
