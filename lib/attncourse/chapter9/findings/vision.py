"""What inductive bias is worth: a Vision Transformer, convolutional networks
and a network without any, of one size.
"""

from statistics import fmean
from typing import Any

import numpy as np

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines, span
from attncourse.experiments.results import Result, Table
from attncourse.figures import images, plots, tables
from attncourse.figures.figure import Figure

KINDS = ("ViT", "CNN")
PLAIN = "MLP"  # assumes nothing about images
DIGITS, TWINS, HYBRID = "vision-digits", "vision-twins", "vision-hybrid"


def opening() -> Finding:
    """Of two that are right equally often, the ViT changes its prediction more
    often after a step of one pixel.
    """
    stored = results.load(DIGITS)
    shown = stored.samples["examples"]
    *_, fewer, most = stored.recipe["counts"]
    vit, cnn = _scores(stored, "ViT", most), _scores(stored, "CNN", fewer)
    right = [fmean(table.column("test")) for table in (vit, cnn)]
    assert max(right) - min(right) < 0.01, "equally often right"
    assert min(vit.column("moved")) > 2 * max(cnn.column("moved")), "a step"
    figure = plots.beside(*map(_pair, shown))
    assert len(shown) == 6
    caption = """The first 6 test digits that the ViT classifies correctly until
    they move one pixel to the right; above, both predictions before → after."""
    return Finding("vision.opening", figure, caption, (stored,))


def digits() -> Finding:
    """A fixed shuffle of the patches costs the CNN, not the ViT; but with few
    digits a network without any assumption equals the CNN, and the ViT is
    behind.
    """
    stored = results.load(DIGITS)
    curves = {
        kind + ", shuffled" * mixed: stored.table("scores").over(
            by="images", of="test", where={"kind": kind, "shuffled": mixed}
        )
        for kind in KINDS
        for mixed in (False, True)
    }
    curves[PLAIN] = stored.table("scores").over(
        by="images", of="test", where={"kind": PLAIN}
    )
    vit, _, cnn, lost, plain = curves.values()
    assert min(lost.low[0], plain.low[0]) > vit.high[0], "both ahead with few"
    assert plain.high[0] > cnn.mean[0], "without any assumption"
    costs = [a - b for a, b in zip(cnn.mean, lost.mean, strict=True)]
    assert min(costs) > 0, "the shuffle costs the CNN"
    figure = lines(
        curves,
        xlabel="digits to learn from",
        ylabel="test accuracy",
        alt="Share of right test digits against the number of digits that a "
        "model learned from.",
        logx=True,
        ticks=True,
    )
    caption = f"""One fixed shuffle costs the CNN {min(costs):.0%} to
    {max(costs):.0%} of the digits, the ViT none. With few digits an MLP, which
    assumes nothing about neighbours, equals the CNN. Three seeds, their range
    shaded."""
    return Finding("vision.digits", figure, caption, (stored,))


def far_apart() -> Finding:
    """Where an answer needs two far places, a linear layer on the mean of a
    grid is behind a hidden layer there.
    """
    stored = results.load(TWINS)
    (count,) = stored.recipe["counts"]
    named = {
        "CNN, linear layer on the mean": "CNN",
        "CNN, hidden layer on the mean": "CNN, hidden layer",
        "CNN, hidden layer on the whole grid": "CNN, whole grid",
        "ViT": "ViT",
    }
    rows = {
        label: _scores(stored, kind, count) for label, kind in named.items()
    }
    linear, hidden, whole, vit = (
        table.column("test") for table in rows.values()
    )
    assert max(linear) < min(hidden + vit), "the linear layer is behind"
    sizes = [size["value"] for size in stored.values.values()]
    assert max(sizes) < 1.05 * min(sizes), "as many parameters, within 5%"
    caption = f"""Do two digits, in two corners of 24 × 24 pixels, show the same
    class? Guessing gets 50%. {count:,} images to learn from, three seeds."""
    return Finding("vision.far_apart", _table(rows), caption, (stored,))


def assumptions() -> Finding:
    """With a stem of convolutions a ViT is as good as the CNN, with larger
    patches nearly; offsets in place of positions cost.
    """
    stored, hybrid = results.load(DIGITS), results.load(HYBRID)
    few, *_ = stored.recipe["counts"]
    of = dict.fromkeys((*KINDS, PLAIN), stored)
    of |= {kind: hybrid for kind, _ in hybrid.recipe["sides"]}
    rows = {kind: _scores(one, kind, few) for kind, one in of.items()}
    right = {kind: table.column("test") for kind, table in rows.items()}
    assert min(right["ViT, stem"]) > max(right["ViT"]) + 0.1, "a stem helps"
    assert min(right["ViT, large patches"]) > max(right["ViT"]), "so do these"
    assert max(right["ViT, offsets"]) < min(right["ViT"]), "offsets cost"
    caption = f"""With a stem of convolutions a ViT is as good as the CNN on
    {few} digits; offsets in place of positions cost. Three seeds."""
    figure = _table(rows)
    return Finding("vision.assumptions", figure, caption, (stored, hybrid))


def _scores(
    stored: Result, kind: str, count: int, shuffled: bool = False
) -> Table:
    """Of all seeds."""
    return stored.table("scores").where(
        kind=kind, images=count, shuffled=shuffled
    )


def _table(rows: dict[str, Table]) -> tables.Table:
    """The mean share of right test images of each, and its range."""
    return tables.table(
        [
            {
                "model": label,
                "right": f"{fmean(table.column('test')):.2f}",
                "range": span(table.column("test")),
                "changed by one pixel": f"{fmean(table.column('moved')):.2f}",
            }
            for label, table in rows.items()
        ]
    )


def _pair(example: dict[str, Any]) -> Figure:
    """A digit beside itself, moved, with what both models predict for each."""
    still, moved = np.array(example["images"])[:, 0] / 255
    gap = np.full((len(still), 2), np.nan)
    said = [" → ".join(map(str, example[kind])) for kind in KINDS]
    return images.picture(
        images.inked(np.hstack([still, gap, moved])),
        alt=f"A handwritten {example['label']}, and the same moved to the "
        f"right.",
        title="\n".join(
            [f"a {example['label']}", *map("{} {}".format, KINDS, said)]
        ),
        small=True,
    )
