"""Vision Transformers of handwritten digits, on the reader's own."""

from attncourse.chapter9.live.patches import LivePatches
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables

LOOKS, PLACELESS = "vit-digits-looks", "vit-digits-none"


def live() -> Finding:
    """The shipped models on a digit that the reader draws, beside recorded
    ones.
    """
    stored = results.load(LOOKS)
    sources = [results.load(name) for name in stored.recipe["models"]]
    models = [
        (one.name, _label(one.name), one.value("bytes")) for one in sources
    ]
    examples = stored.samples["examples"]
    shown = LivePatches(models, examples)
    sizes = [one.value("parameters") for one in sources]
    caption = f"""Vision Transformers of {min(sizes):,} to {max(sizes):,}
    parameters, on your own digit. Press a patch to see where it looks,
    or the class token. Move the digit by a pixel, take larger or smaller
    patches, shuffle them, or take the positions away. The {len(examples)}
    recorded digits are test images."""
    return Finding("digits.live", shown, caption, (stored, *sources))


def accuracy() -> Finding:
    """Without positions most digits are still told, but far fewer."""
    stored = results.load(LOOKS)
    sources = [results.load(name) for name in stored.recipe["models"]]
    right = {one.name: one.value("accuracy") for one in sources}
    placed = [share for name, share in right.items() if name != PLACELESS]
    assert min(placed) > 0.97, "with positions nearly all"
    assert 0.5 < right[PLACELESS] < 0.8, "without them fewer, not few"
    rows = [
        {
            "model": _label(one.name),
            "right": one.value("accuracy"),
            "moved by a pixel": one.value("moved"),
            "parameters": f"{one.value('parameters'):,}",
        }
        for one in sources
    ]
    caption = f"""With positions the shipped models get {min(placed):.3f} to
    {max(placed):.3f} of the 397 test digits right, without them
    {right[PLACELESS]:.3f}. Second column: the same digits moved by one pixel
    (mean of four directions). One seed each; trained on digits that were moved,
    turned and sheared at random."""
    shown = tables.table(rows, digits=3)
    return Finding("digits.accuracy", shown, caption, (stored, *sources))


def _label(name: str) -> str:
    """What a reader calls a model."""
    model = results.load(name).recipe["model"]
    side = model["patch"]
    places = "" if model["positions"] else ", no positions"
    return f"patches of {side} × {side}{places}"
