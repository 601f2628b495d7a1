"""Two shipped captioners at work on a scene that the reader makes. Built in
chapter 3.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import traitlets

from attncourse.chapter3 import scenes
from attncourse.chapter3.scenes import Scene, Thing
from attncourse.figures import images
from attncourse.figures.figure import Figure
from attncourse.live.base import ModelFigure

CELLS = 64  # places of the grid that the maps of the page have
HANDS = 3  # images of each digit that the page gets


class LiveCaptioner(ModelFigure):
    """Place coloured shapes and digits; see two descriptions, and where one
    looked for each word.

    `models` gives for each of two models (without attention, with it) its
    name, the label that the reader sees, and the bytes of its weights. Each of
    `examples` is {"things": fields of `scenes.Thing`, "answers": two}; an
    answer, in the order of the models, is {"text", "target": T pieces,
    "weights": (T, 64) or None}.
    Raises TraitError for an example that is not there.
    """

    images: Any = traitlets.List(read_only=True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        **traits: Any,
    ) -> None:
        super().__init__(models, list(map(_plain, examples)), **traits)
        self.set_trait("images", _images(map(_scene, self.examples)))

    def still(self) -> Figure:
        """The chosen scene, and where attention looked for each thing."""
        example = self.examples[self.example]
        scene = _scene(example)
        said, shown = self._said(example)
        kinds = [
            (t, place)
            for t, (word, place) in enumerate(_placed(shown["target"]))
            if word in scenes.KINDS and place < len(scene.things)
        ]
        count = round(CELLS**0.5)
        maps = np.array(shown["weights"]).reshape(-1, count, count)
        (picture,) = scenes.paint([scene])
        return images.strip(
            picture,
            words=[shown["target"][t] for t, _ in kinds],
            weights=[maps[t] for t, _ in kinds],
            boxes=[scenes.box(scene.read[place]) for _, place in kinds],
            alt=f"Two captioners describe: {scene.caption}. {'. '.join(said)}.",
        )


def _placed(pieces: Sequence[str]) -> list[tuple[str, int]]:
    """Each piece with the number of the thing that it speaks of, from 0."""
    counts = np.cumsum([piece == "a" for piece in pieces]) - 1
    return list(zip(pieces, counts.tolist(), strict=True))


def _plain(example: dict[str, Any]) -> dict[str, Any]:
    """A recorded scene as the page gets it."""
    return {
        "things": [Thing(*thing)._asdict() for thing in example["things"]],
        "answers": [{"weights": None} | one for one in example["answers"]],
    }


def _scene(example: dict[str, Any]) -> Scene:
    return Scene(tuple(Thing(**thing) for thing in example["things"]))


def _images(recorded: Iterable[Scene]) -> list[dict[str, Any]]:
    """The handwritten digits of the page: some of the test split, and all that
    the recorded scenes show.
    """
    chosen = {
        (kind, digit)
        for kind, own in zip(scenes.DIGITS, scenes.digits("test"), strict=True)
        for digit in own[:HANDS]
    }
    for scene in recorded:
        chosen |= {(t.kind, t.digit) for t in scene.things if t.digit >= 0}
    return [
        {
            "kind": kind,
            "digit": digit,
            "pixels": scenes.handwriting(digit).flatten().tolist(),
        }
        for kind, digit in sorted(chosen)
    ]
