"""What every live figure is: alive in a notebook, alive on the site without a
kernel, a picture elsewhere.

In a notebook a figure is an anywidget. The same output carries `text/html`: a
picture with alt text, then the same front-end module with its state, which
`shared/mount.js` brings to life in any page that runs scripts. A new figure is
one subclass of `LiveFigure` in a file `chapterN/live/NAME.py`, and NAME.js
beside it. Built in chapter 2.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import anywidget
import numpy as np
import traitlets
from PIL import Image

from attnbook import pretrained
from attncourse.figures import validate
from attncourse.figures.figure import Captioned, Figure
from attncourse.live import frontend


class LiveFigure(anywidget.AnyWidget):
    """The base of every live figure.

    The script beside the file of a subclass reads all its traits, plain JSON;
    a subclass gives `still()`.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        # anywidget makes a class, with `_esm` as a trait, of every instance
        again = "_esm" in vars(cls)
        if not again and (own := frontend.figure(cls.__module__)):
            cls._esm, cls._css = own
            for trait in vars(cls).values():
                if isinstance(trait, traitlets.TraitType):
                    trait.tag(sync=True, live=True)
        super().__init_subclass__(**kwargs)

    # ipywidgets 7 shows itself through this method, and then nobody asks for
    # the MIME bundle with the picture.
    _ipython_display_ = None

    def still(self) -> Figure:
        """The picture that stands in where no script runs; its text is the
        figure's.
        """
        raise TypeError(f"{type(self).__name__} gives no picture")

    def captioned(self, caption: str) -> Captioned:
        """The figure with a sentence below it."""
        return Captioned(self, caption)

    def _repr_mimebundle_(
        self, **kwargs: Any
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        data, metadata = super()._repr_mimebundle_(**kwargs) or ({}, {})
        picture = self.still()
        return data | {
            "text/html": self._html(picture),
            "text/plain": picture.alt,
        }, metadata

    def _html(self, picture: Figure) -> str:
        """The figure for a page without a kernel: the same bytes for the same
        state, and no address of any host.
        """
        state = {
            name: getattr(self, name) for name in sorted(self.traits(live=True))
        }
        content = {
            "state": state,
            "module": str(self._esm),
            "css": str(self._css),
        }
        text = json.dumps(
            content, ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )
        # no `<` can end the script element
        script = text.replace("<", "\\u003c")
        mount = frontend.read("live/shared/mount.js")
        return (
            f'<div data-live-figure="{type(self).__name__}">\n'
            f"{picture.img()}\n"
            f'<script type="application/json">{script}</script>\n</div>\n'
            f'<script type="module">\n{mount}</script>'
        )


def between(name: str, value: Any, low: Any, high: Any) -> Any:
    """`value`, in low .. high; TraitError, after which traitlets keeps the old
    value, if it lies outside.
    """
    if not low <= value <= high:
        raise traitlets.TraitError(
            f"{name} must lie in {low:g} .. {high:g}: {name}={value}"
        )
    return value


def within(name: str, value: int, count: int) -> int:
    """`value`, a choice among `count`; TraitError if there is none such."""
    return between(name, value, 0, count - 1)


class Choice(traitlets.Int):
    """A trait that is a place among `count`, a number or a function of the
    figure.
    """

    def __init__(self, count: Any, default: int = 0, **kwargs: Any) -> None:
        self.count = count
        super().__init__(default, **kwargs)

    def validate(self, obj: Any, value: Any) -> int:
        count = self.count(obj) if callable(self.count) else self.count
        return within(str(self.name), super().validate(obj, value), count)


class Choices(traitlets.List):
    """A trait that has this shape, of places among `count`."""

    def __init__(self, shape: tuple[int, ...], count: int) -> None:
        self.shape, self.count = shape, count
        super().__init__()

    def validate(self, obj: Any, value: Any) -> list[Any]:
        given = np.asarray(super().validate(obj, value))
        if given.shape != self.shape:
            raise traitlets.TraitError(
                f"{self.name} must have shape {self.shape}: {given.shape}"
            )
        for each in given.flatten().tolist():
            within(str(self.name), each, self.count)
        return given.tolist()


class Numbers(traitlets.List):
    """A trait that has this shape, of numbers in -reach .. reach; ValueError
    for any other.
    """

    def __init__(
        self, shape: tuple[int, ...], reach: float, **kwargs: Any
    ) -> None:
        self.shape, self.reach = shape, reach
        super().__init__(**kwargs)

    def validate(self, obj: Any, value: Any) -> list[Any]:
        given = super().validate(obj, value)
        return bounded(str(self.name), given, self.shape, self.reach)


WEIGHTS = "_weights"
"""The folder of the site, from its root, that holds the weights."""


class ModelFigure(LiveFigure):
    """A live figure that runs shipped models on what the reader makes.

    The page computes. It takes the weights when the reader asks: from the
    site, or in a running notebook from Python, which hands over those that are
    `wanted`. `models` gives for each model its name, the label that the reader
    sees, and the bytes of its weights. `examples` are recorded, as plain JSON:
    what was asked, and the "answers".
    """

    models: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    examples: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    example = Choice(lambda self: len(self.examples)).tag(sync=True, live=True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        examples: Sequence[dict[str, Any]],
        **traits: Any,
    ) -> None:
        shipped = [
            {
                "name": name,
                "label": label,
                "address": f"{WEIGHTS}/{name}.safetensors",
                "bytes": size,
            }
            for name, label, size in models
        ]
        self.set_trait("models", shipped)
        self.set_trait("examples", list(examples))
        super().__init__(**traits)
        self.on_msg(self._hand_over)

    def _hand_over(self, _: Any, message: Any, buffers: Any) -> None:
        """Send the page the weights that it wants, if they are its own. A
        trait would keep them, and they would be saved with the notebook.
        """
        name = message.get("wanted")
        if any(model["name"] == name for model in self.models):
            file = pretrained.FOLDER.joinpath(f"{name}.safetensors")
            self.send({"name": name}, [file.read_bytes()])

    def _answered(self) -> dict[str, Any]:
        """The example that is chosen, if it has answers; else the first."""
        chosen: dict[str, Any] = self.examples[self.example]
        return chosen if chosen["answers"] else self.examples[0]

    def _said(
        self, example: dict[str, Any]
    ) -> tuple[list[str], dict[str, Any]]:
        """What all models say of it, and the answer of the last that looks."""
        answers = example["answers"]
        said = [
            f"{model['label']}: {answer['text']}"
            for model, answer in zip(self.models, answers, strict=True)
        ]
        return said, [a for a in answers if a.get("weights")][-1]


def small(picture: Figure) -> Figure:
    """The same picture in 64 colours: a third of the bytes on every page."""
    buffer = BytesIO()
    with Image.open(BytesIO(picture.png), formats=["PNG"]) as full:
        full.convert("RGB").quantize(64).save(buffer, format="png")
    return replace(picture, png=buffer.getvalue())


def bounded(
    name: str, values: Any, shape: tuple[int, ...], reach: float
) -> list[Any]:
    """`values` as lists of numbers; ValueError unless they have this shape and
    lie in -reach .. reach.
    """
    found = validate.shaped(name, values, shape)
    if np.abs(found).max() > reach:
        raise ValueError(f"{name} must lie in {-reach:g} .. {reach:g}: {found}")
    return found
