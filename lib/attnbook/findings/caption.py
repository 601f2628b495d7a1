"""What captioners of scenes say, and where they look."""

from collections.abc import Callable
from importlib import resources
from typing import Any

from attnbook import results
from attnbook.data import scenes
from attnbook.findings.finding import Finding
from attnbook.show.live.captioner import LiveCaptioner

NAME = "caption-scenes"


def live(load: Callable[[str], Any] | None = None) -> Finding:
    """Both captioners on a scene that the reader makes, beside stored ones.

    `load` is `pretrained.load`, with which a running notebook computes; pages
    of the site compute by themselves.
    """
    stored = results.load(NAME)
    labels = {"none": "One vector", "attention": "With attention"}
    models = [
        (f"{NAME}-{side}", label, _bytes(f"{NAME}-{side}"))
        for side, label in labels.items()
    ]
    cases = stored.samples["cases"]
    assert all(len(case["things"]) == 4 for case in cases), (
        "chosen among scenes with four things"
    )
    examples = [
        {"things": case["things"], "answers": [case[side] for side in labels]}
        for case in cases
    ]

    def describe(name: str, scene: scenes.Scene) -> dict[str, Any]:
        assert load is not None
        (picture,) = scenes.paint([scene])
        return load(name).trace(picture)

    shown = LiveCaptioner(models, examples, load and describe)
    caption = f"""Two captioners on your own scene: one reads a single vector,
        the other all 8 x 8 places of a grid. Dark is what a word does not read;
        a wavy line marks words that differ from the right caption. Both search
        greedily. The first {len(examples)} scenes of the list are recorded:
        test scenes of four things, each with a colour and kind that training
        never showed together, chosen by how well the captioners describe
        them."""
    return Finding("caption.live", shown, caption, (stored,))


def _bytes(name: str) -> int:
    """The size of a shipped model's file."""
    folder = resources.files("attnbook").joinpath("weights")
    return len(folder.joinpath(f"{name}.safetensors").read_bytes())
