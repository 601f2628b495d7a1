"""The scenes that the chapter shows, and what captioners say of them."""

from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    NAME,
    NONE,
)
from attncourse.chapter3.live.captioner import CELLS, LiveCaptioner
from attncourse.experiments import results
from attncourse.experiments.finding import Finding


def live() -> Finding:
    """Both captioners on a scene that the reader makes, beside stored ones."""
    stored = results.load(NAME)
    labels = {NONE: "One vector", ATTENTION: "With attention"}
    models = [
        (f"{NAME}-{side}", label, stored.value(f"{side}_bytes"))
        for side, label in labels.items()
    ]
    examples = [
        {"things": case["things"], "answers": [case[side] for side in labels]}
        for case in stored.samples["cases"]
    ]
    shown = LiveCaptioner(models, examples)
    caption = f"""One captioner gets a single vector; the other attends to
    {CELLS} cells. Dark cells have small weights; a wavy line marks wrong
    words."""
    return Finding("caption.live", shown, caption, (stored,))
