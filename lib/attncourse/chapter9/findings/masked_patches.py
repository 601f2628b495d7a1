"""What a Vision Transformer gains by filling in hidden patches first."""

from attncourse.chapter9.findings.vision import curves
from attncourse.experiments import caveats, results
from attncourse.experiments.finding import Finding, seeds

SCRATCH, PRETRAINED = "vision-cifar", "vision-cifar-masked"


def gain() -> Finding:
    """Pretrained without labels it classifies better, at every number of
    images.
    """
    scratch, stored = results.load(SCRATCH), results.load(PRETRAINED)
    counts = [count for count, _ in stored.recipe["budgets"]]
    shown = {"ViT, pretrained": curves.curve(stored, "ViT", "test")} | {
        kind: curves.at(curves.curve(scratch, kind, "test"), counts)
        for kind in curves.KINDS
    }
    pretrained, vit, cnn = shown.values()
    assert all(a > b for a, b in zip(pretrained.low, vit.high, strict=True)), (
        "better everywhere"
    )
    assert all(a < b for a, b in zip(pretrained.high, cnn.low, strict=True)), (
        "and behind the CNN"
    )
    runs = seeds(stored.table("scores"))
    assert runs == seeds(scratch.table("scores"))
    figure = curves.over(shown, "right test images", "right test photographs")
    recipe = stored.recipe
    rows = [
        row
        for one in (stored, scratch)
        for row in one.table("scores").where(shuffled=False).rows
        if row["images"] in counts
    ]
    before = recipe["each"] * recipe["pretraining"]["epochs"]
    gained = curves.difference(pretrained, vit)
    behind = [a - b for a, b in zip(cnn.mean, pretrained.mean, strict=True)]
    caption = f"""Predicting hidden patches first raises the ViT's share of
    right photographs by {gained:.3f} on average; it stays {min(behind):.2f} to
    {max(behind):.2f} behind the CNN. Hidden were
    {100 * recipe["hidden"]:.0f}% of the patches, in 49,000 photographs without
    labels, shown {before:,} times. {curves.told(shown)}.
    {caveats.unfinished(rows, recipe["settings"]["epochs"])}.
    {curves.rates(stored)} after pretraining. {runs.capitalize()} each, their
    range shown."""
    return Finding("masked_patches.gain", figure, caption, (stored, scratch))
