"""On photographs, with more images and larger ones."""

import numpy as np

from attncourse.chapter9.findings.vision.curves import (
    KINDS,
    common,
    difference,
    over,
    shuffled,
    told,
)
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, seeds
from attncourse.figures import tables

CIFAR, HYBRID = "vision-cifar", "vision-cifar-hybrid"


def photographs() -> Finding:
    """On photographs the CNN is further ahead, and a fixed shuffle costs it a
    tenth of all images, the ViT nothing.
    """
    stored = results.load(CIFAR)
    curves = shuffled(stored)
    vit, mixed, cnn, lost = curves.values()
    assert all(a > b + 0.1 for a, b in zip(cnn.low, vit.high, strict=True)), (
        "the CNN is ahead everywhere"
    )
    assert all(a > b for a, b in zip(cnn.low, lost.high, strict=True)), (
        "the shuffle costs the CNN everywhere"
    )
    assert all(a > b for a, b in zip(lost.low, mixed.high, strict=True)), (
        "and leaves it ahead of the ViT"
    )
    costs = difference(cnn, lost), difference(vit, mixed)
    assert costs[0] > 0.08 and abs(costs[1]) < 0.005, "it costs the CNN alone"
    figure = over(curves, "right test images", "right test photographs")
    caption = f"""One fixed shuffle of the patches costs the CNN
    {100 * costs[0]:.0f} photographs in 100 on average, and the ViT none.
    CIFAR-10, a copy that went through JPEG, patches of
    {stored.recipe["transformer"]["patch"]} pixels a side; in training, cropped
    and mirrored at random. {told(curves)}. {common(stored)}"""
    return Finding("vision.photographs", figure, caption, (stored,))


def assumptions() -> Finding:
    """A stem of convolutions brings a ViT half of the way to the CNN; offsets
    in place of positions cost, with a stem and without.
    """
    stored, hybrid = results.load(CIFAR), results.load(HYBRID)
    ((count, _),) = hybrid.recipe["budgets"]
    added = hybrid.recipe["kinds"]
    of = dict.fromkeys(("ViT", *added, "CNN"), hybrid)
    of |= dict.fromkeys(KINDS, stored)
    scores = {
        kind: one.table("scores").where(kind=kind, shuffled=False, images=count)
        for kind, one in of.items()
    }
    right = {kind: table.column("test") for kind, table in scores.items()}
    vit, cnn, stem = (np.mean(right[k]) for k in (*KINDS, "ViT, stem"))
    assert 0.4 < (stem - vit) / (cnn - vit) < 0.6, "a stem goes half of the way"
    for more, less in (("ViT, stem", "ViT, both"), ("ViT", "ViT, offsets")):
        assert min(right[more]) > max(right[less]), "offsets cost"
    apart = max(max(each) - min(each) for each in right.values())
    rows = [
        {
            "model": kind,
            "parameters": f"{of[kind].value(kind):,}",
            "trained on": table.mean("train"),
            "test": table.mean("test"),
            "moved": table.mean("moved"),
        }
        for kind, table in scores.items()
    ]
    (rate,) = hybrid.recipe["rates"]
    table = hybrid.table("scores")
    assert seeds(table) == seeds(scores["CNN"]), "as many of each"
    done = [row for kind in added for row in scores[kind].rows]
    last = stored.recipe["settings"]["epochs"]
    caption = f"""What a ViT gains by assumptions of a CNN. Right photographs,
    of the {count:,} trained on and of the test; and predictions for test
    photographs that change when these are moved by a pixel. A ViT with a stem
    has one block less, one with offsets neither class token nor learned
    positions. Rate of the ViTs with added parts: {rate:g}, the
    only one tried. {caveats.unfinished(done, last)}. Means of {seeds(table)};
    those of one model are at most {apart:.2f} apart."""
    figure = tables.table(rows, digits=2)
    return Finding("vision.assumptions", figure, caption, (stored, hybrid))
