"""Vision Transformers of handwritten digits, on the reader's own."""

from attncourse.chapter9.live.patches import LivePatches
from attncourse.experiments import results
from attncourse.experiments.finding import Finding

LOOKS = "vit-digits-looks"


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
    caption = """Press a patch, or the class token, to see where it attends.
    Then move the digit, and shuffle its patches."""
    return Finding("digits.live", shown, caption, (stored, *sources))


def _label(name: str) -> str:
    """What a reader calls a model."""
    model = results.load(name).recipe["model"]
    side = model["patch"]
    places = "" if model["positions"] else ", no positions"
    return f"patches of {side} × {side}{places}"
