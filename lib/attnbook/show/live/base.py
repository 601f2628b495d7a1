"""What every live figure is: alive in a notebook, alive on the site without a
kernel, a picture elsewhere.

In a notebook a figure is an anywidget. The same output carries `text/html`: a
picture with alt text, then the same front-end module with its state, which
`frontend/shared/mount.js` brings to life in any page that runs scripts. A new
figure is one subclass of `LiveFigure` in a file of this folder, and one folder
in `frontend/`. Built in chapter 2.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import anywidget
import traitlets
from PIL import Image

from attnbook.show.figure import Captioned, Figure
from attnbook.show.live import frontend


class LiveFigure(anywidget.AnyWidget):
    """The base of every live figure.

    A subclass sets `_esm` and `_css` to `frontend.figure` of its folder,
    declares what its front end reads as traits tagged `sync=True, live=True`,
    plain JSON, and gives `still()`.
    """

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
        mount = frontend.read("shared/mount.js")
        return (
            f'<div data-live-figure="{type(self).__name__}">\n'
            f"{picture.img()}\n"
            f'<script type="application/json">{script}</script>\n</div>\n'
            f'<script type="module">\n{mount}</script>'
        )


WEIGHTS = "_weights"
"""The folder of the site, from its root, that holds the weights."""


class ModelFigure(LiveFigure):
    """A live figure that runs shipped models on what the reader makes.

    In a page of the site the front end fetches the weights when the reader
    asks, and computes; in a running notebook the kernel answers what stands in
    `request`, if `kernel` is set, with what a subclass gives as `_answers`.
    `models` gives for each model its name, the label that the reader sees, and
    the bytes of its weights.
    """

    models: Any = traitlets.List(read_only=True).tag(sync=True, live=True)
    kernel = traitlets.Bool(read_only=True).tag(sync=True)
    request = traitlets.Dict().tag(sync=True)
    reply = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(
        self,
        models: Sequence[tuple[str, str, int]],
        kernel: bool,
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
        self.set_trait("kernel", kernel)
        super().__init__(**traits)

    @traitlets.observe("request")
    def _hear(self, change: Any) -> None:
        request = change["new"]
        if not self.kernel or "number" not in request:
            return
        reply: dict[str, Any] = {"number": request["number"]}
        try:
            reply["answers"] = self._answers(request)
        except Exception as error:  # the page says what went wrong
            reply["error"] = str(error)
        self.set_trait("reply", reply)

    def _answers(self, request: dict[str, Any]) -> list[dict[str, Any]]:
        """An answer of each model, in their order, as plain JSON."""
        raise TypeError(f"{type(self).__name__} answers nothing")


def small(picture: Figure) -> Figure:
    """The same picture in 64 colours: a third of the bytes on every page."""
    buffer = BytesIO()
    with Image.open(BytesIO(picture.png)) as full:
        full.convert("RGB").quantize(64).save(buffer, format="png")
    return replace(picture, png=buffer.getvalue())


def within(name: str, value: int, count: int) -> int:
    """`value`, a choice among `count`; TraitError, after which traitlets keeps
    the old value, if there is none such.
    """
    if not 0 <= value < count:
        raise traitlets.TraitError(
            f"{name} must lie in 0 .. {count - 1}: {name}={value}"
        )
    return value
