"""On digits, and where an answer needs two of them."""

import math
from typing import Any

import numpy as np

from attncourse.chapter9.findings.vision.curves import (
    KINDS,
    common,
    curve,
    difference,
    over,
    shuffled,
    told,
)
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, seeds
from attncourse.figures import images, plots
from attncourse.figures.figure import Figure

DIGITS, PLAIN = "vision-digits", "vision-digits-plain"
TWINS, DEEP, WHOLE = (f"vision-twins{end}" for end in ("", "-deep", "-whole"))


def opening() -> Finding:
    """From 50 digits the CNN learns to read, the ViT much less; and a step of
    one pixel often changes what it says.
    """
    stored = results.load(DIGITS)
    shown = stored.samples["examples"]
    fewest = stored.recipe["budgets"][0][0]
    table = stored.table("scores").where(images=fewest, shuffled=False)
    right = {kind: table.where(kind=kind).mean("test") for kind in KINDS}
    assert right["CNN"] > right["ViT"] + 0.2, "the ViT is far behind"
    flipped = {
        kind: sum(len({*example[kind]}) > 1 for example in shown)
        for kind in KINDS
    }
    assert flipped["ViT"] == len(shown) > 2 * flipped["CNN"], "not the CNN's"
    figure = plots.beside(*map(_pair, shown))
    changed = {kind: table.where(kind=kind).mean("moved") for kind in KINDS}
    assert changed["ViT"] > 2 * changed["CNN"], "a step changes the ViT's"
    caption = f"""After {fewest} digits to learn from, a step of one pixel
    changes {changed["ViT"]:.2f} of a Vision Transformer's predictions and
    {changed["CNN"]:.2f} of a CNN's. Of {stored.recipe["shifted"]} test digits
    the ViT gets {right["ViT"]:.2f} right, the CNN {right["CNN"]:.2f}. Shown
    are the first {len(shown)} that the ViT predicts right as they are and
    wrong one pixel further to the right. {seeds(table).capitalize()}; the
    pictures show the first."""
    return Finding("vision.opening", figure, caption, (stored,))


def digits() -> Finding:
    """With few digits the CNN is far ahead; a fixed shuffle of the patches
    costs it a little, the ViT nothing that the seeds can tell.
    """
    stored = results.load(DIGITS)
    curves = shuffled(stored)
    vit, mixed, cnn, lost = curves.values()
    assert cnn.low[0] > vit.high[0] + 0.15, "the CNN is far ahead with few"
    many = [k for k, count in enumerate(cnn.x) if count >= 200]
    assert all(cnn.low[k] > lost.high[k] for k in many), "it costs the CNN"
    kept = caveats.meet(vit, mixed)
    assert "everywhere" in kept, "the ViT's ranges overlap"
    costs = difference(cnn, lost), difference(vit, mixed)
    figure = over(curves, "right test images", "right test images")
    assert costs[0] > 0.01, "on average, too"
    few = seeds(stored.table("scores"))
    caption = f"""One fixed shuffle of the patches costs the CNN {costs[0]:.3f}
    on average ({caveats.meet(cnn, lost)} images), and the ViT nothing that
    {few} can tell ({costs[1]:.3f}; {kept}). Handwritten digits of 8 x 8
    pixels, patches of 2 x 2. {told(curves)}. {common(stored)}"""
    return Finding("vision.digits", figure, caption, (stored,))


def fitted() -> Finding:
    """Both learn few images nearly by heart; what differs is what they make of
    others.
    """
    stored = results.load(DIGITS)
    curves = {
        f"{kind}, {part}": curve(stored, kind, part)
        for kind in KINDS
        for part in ("train", "test")
    }
    vit, new, cnn, read = curves.values()
    least = math.floor(100 * min(*vit.mean, *cnn.mean) + 1e-9) / 100
    assert least > 0.96, "nearly all training images are learned"
    assert all(a > b for a, b in zip(read.low, new.high, strict=True)), (
        "the CNN reads more of the others"
    )
    figure = over(curves, "right images", "right images of both parts")
    caption = f"""Both models get at least {least:.2f} of their training digits
    right, however many these are; of test digits the CNN always reads more.
    {told(curves)}. {common(stored, shuffled=False)}"""
    return Finding("vision.fitted", figure, caption, (stored,))


def augmented() -> Finding:
    """Moving training images at random, the remedy, helps the ViT and leaves it
    far behind.
    """
    stored, plain = results.load(DIGITS), results.load(PLAIN)
    curves = {
        kind + label: curve(result, kind, "test")
        for kind in KINDS
        for label, result in ((", moved", stored), (", as they are", plain))
    }
    vit, without, cnn, _ = curves.values()
    assert difference(vit, without) > 0.01, "it helps the ViT on average"
    assert cnn.low[0] > vit.high[0] + 0.15, "and leaves it far behind"
    gains = [a - b for a, b in zip(vit.mean, without.mean, strict=True)]
    assert gains[0] > 0.01 and gains[-1] < -0.01, "it helps with few, costs"
    figure = over(curves, "right test images", "right test images")
    flips = [
        curve(result, kind, "moved").mean[-1]
        for kind in KINDS
        for result in (stored, plain)
    ]
    names = "moved", "as they are"
    said = common(stored, plain, names=names, shuffled=False)
    caption = f"""Moving training digits by up to {stored.recipe["pad"]} pixel
    at random helps the ViT while they are few, by {max(gains):.2f} at best, and
    costs it {-gains[-1]:.2f} with {vit.x[-1]:,}. {told(curves)}. With
    {vit.x[-1]:,} digits a step of one pixel changes {flips[0]:.2f} of the ViT's
    answers after training with moves and {flips[1]:.2f} after training without,
    and {flips[2]:.2f} and {flips[3]:.2f} of the CNN's. {said}"""
    return Finding("vision.augmented", figure, caption, (stored, plain))


def far_apart() -> Finding:
    """Where an answer needs two far places, a CNN that averages its last grid
    fails; one that reads the whole grid does not.
    """
    stored, deeper, whole = some = [*map(results.load, (TWINS, DEEP, WHOLE))]
    curves = {
        "ViT": curve(stored, "ViT", "test"),
        "CNN": curve(stored, "CNN", "test"),
        "deeper CNN": curve(deeper, "CNN", "test"),
        "CNN, whole grid": curve(whole, "CNN, whole grid", "test"),
    }
    vit, cnn, deep, grid = curves.values()
    assert max(cnn.high) < 0.6, "the CNN is near chance"
    for k in range(len(vit.x)):
        assert grid.low[k] > deep.high[k], "the plain remedy is the better one"
        assert vit.low[k] > grid.high[k], "the ViT is ahead of both"
    sizes = [size["value"] for one in some for size in one.values.values()]
    assert max(sizes) < 1.05 * min(sizes), "as many parameters, within 5%"
    figure = over(curves, "right test images", "right answers on two digits")
    caption = f"""What fails is the mean, not the filters. Two digits in two
    corners of 24 x 24 pixels: are they the same? Half are. {told(curves)}. A
    place of the CNN's last grid sees 18 of 24 pixels, the middle place of the
    deeper one all. In the last CNN a place sees as far as in the first, but a
    hidden layer reads the whole grid. All have as many parameters, within 5%.
    {common(*some, shuffled=False)}"""
    return Finding("vision.far_apart", figure, caption, tuple(some))


def _pair(example: dict[str, Any]) -> Figure:
    """A digit beside itself, moved, with what both models predict for each."""
    still, moved = np.array(example["images"])[:, 0] / 255
    gap = np.full((len(still), 2), np.nan)
    said = [" → ".join(map(str, example[kind])) for kind in KINDS]
    return images.picture(
        images.inked(np.hstack([still, gap, moved])),
        alt=f"A handwritten {example['label']}, and the same moved to the "
        f"right.",
        title="\n".join(map("{} {}".format, KINDS, said)),
        small=True,
    )
