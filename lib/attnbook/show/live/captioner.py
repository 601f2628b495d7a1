"""Two shipped captioners at work on a scene that the reader makes.

In a page of the site the front end fetches the weights when the reader asks,
and computes; in a running notebook the kernel answers. Built in chapter 3.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import traitlets

from attnbook.data import scenes
from attnbook.data.scenes import Scene, Thing
from attnbook.show import images, validate
from attnbook.show.figure import Figure
from attnbook.show.live import frontend
from attnbook.show.live.base import ModelFigure, within

CELLS = 64  # places of the grid that the maps of the page have
HANDS = 3  # images of each digit that the page gets


class LiveCaptioner(ModelFigure):
    """Place coloured shapes and digits; see two descriptions, and where one
    looked for each word.

    `models` gives for each of two models (without attention, with it) its
    name, the label that the reader sees, and the bytes of its weights. Each of
    `examples` is {"things": fields of `scenes.Thing`, "answers": two}; an
    answer, in the order of the models, is {"text", "target": T pieces,
    "weights": (T, 64) or None}. `describe(name, scene)` gives an answer, whose
    weights may be "T 8 8", in a running notebook; without it only pages of the
    site can compute.
    Raises ValueError for weights that do not fit, and without examples;
    TraitError for an example that is not there.
    """

    _esm, _css = frontend.figure("captioner")

    examples: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    example = traitlets.Int(0).tag(sync=True, live=True)
    images: Any = traitlets.List(read_only=True).tag(sync=True, live=True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        describe: Callable[[str, Scene], dict[str, Any]] | None = None,
        **traits: Any,
    ) -> None:
        if not examples:
            raise ValueError("a recorded scene is needed: examples=[]")
        self.set_trait("examples", [_example(e) for e in examples])
        self.set_trait("images", _images(map(_scene, self.examples)))
        self._describe = describe
        super().__init__(models, describe is not None, **traits)

    @traitlets.validate("example")
    def _check_choice(self, proposal: Any) -> int:
        return within("example", proposal["value"], len(self.examples))

    def _answers(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        assert self._describe is not None
        scene = _scene(request)
        names = [model["name"] for model in self.models]
        return [_checked(self._describe(name, scene)) for name in names]

    def still(self) -> Figure:
        """The chosen scene, and where attention looked for each thing."""
        example = self.examples[self.example]
        scene = _scene(example)
        said = [
            f"{model['label']}: {answer['text']}."
            for model, answer in zip(
                self.models, example["answers"], strict=True
            )
        ]
        shown = next(a for a in example["answers"] if a["weights"])
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
            alt=f"Two captioners describe: {scene.caption}. {' '.join(said)}",
        )


def _placed(pieces: Sequence[str]) -> list[tuple[str, int]]:
    """Each piece with the number of the thing that it speaks of, from 0."""
    counts = np.cumsum([piece == "a" for piece in pieces]) - 1
    return list(zip(pieces, counts.tolist(), strict=True))


def _scene(example: dict[str, Any]) -> Scene:
    return Scene(tuple(Thing(**thing) for thing in example["things"]))


def _example(example: dict[str, Any]) -> dict[str, Any]:
    things = [Thing(*thing)._asdict() for thing in example["things"]]
    answers = [_checked(answer) for answer in example["answers"]]
    return {"things": things, "answers": answers}


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


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer, checked, as plain JSON with weights of 3 digits."""
    target = list(answer["target"])
    weights = answer.get("weights")
    if weights is not None:
        rows = np.asarray(weights).reshape(len(weights), -1)
        cells = validate.finite("weights", rows, axes=2)
        validate.within(cells, (0.0, 1.0))
        validate.words(cells, target, [""] * CELLS)
        weights = cells.round(3).tolist()
    return {"text": str(answer["text"]), "target": target, "weights": weights}
