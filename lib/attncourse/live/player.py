"""Weights while a model learns, as frames that a reader plays. Chapter 4."""

import base64
import json
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import traitlets
from PIL import Image

from attncourse.figures import images, plots, validate
from attncourse.live.base import LiveFigure, small

WHOLE = 1000  # a weight of 1
LIMIT = 150_000  # bytes of JSON: a page loads all frames at once


class Player(LiveFigure):
    """Play the weights of a training, or step through them.

    `frames` are recorded while a model learns: (number of the epoch, loss,
    weights), the weights (T, S) or, one matrix for each of `names`, (P, T, S).
    They are kept with 3 digits. `rows` are T words and `columns` S words, by
    default positions; `unit` says what the numbers count; `outlines` frame
    cells (row, column), a list for each matrix. Or the weights darken an
    `image` "3 Y X", colours from 0 to 1, of which T by S is a grid, and `boxes`
    are framed, in pixels as in `images.picture`.
    Raises ValueError without frames, for weights whose shapes disagree or
    that are not weights, and for more than `LIMIT` bytes.
    """

    steps: Any = traitlets.List(read_only=True)
    panels: Any = traitlets.List(read_only=True)
    rows: Any = traitlets.List(read_only=True)
    columns: Any = traitlets.List(read_only=True)
    labels: Any = traitlets.Dict(read_only=True)
    image = traitlets.Unicode(read_only=True)
    boxes: Any = traitlets.List(read_only=True)

    def __init__(
        self,
        frames: Iterable[tuple[int, float, Any]],
        *,
        names: Sequence[str] = ("",),
        rows: Sequence[str] | None = None,
        columns: Sequence[str] | None = None,
        xlabel: str = "column",
        ylabel: str = "row",
        unit: str = "epoch",
        outlines: Sequence[Iterable[tuple[int, int]]] = (),
        image: Any = None,
        boxes: Sequence[images.Box] = (),
        **traits: Any,
    ) -> None:
        shown = [
            {"number": int(n), "loss": round(float(loss), 4), "weights": a}
            for n, loss, a in frames
        ]
        cells = _matrices([frame["weights"] for frame in shown], len(names))
        down, along = validate.words(cells[0, 0], rows, columns)
        for frame, matrices in zip(shown, cells, strict=True):
            frame["weights"] = np.rint(WHOLE * matrices).astype(int).tolist()
        marked = [sorted(set(cells)) for cells in outlines] or [[]] * len(names)
        panels = [
            {"name": name, "outline": [list(cell) for cell in outline]}
            for name, outline in zip(names, marked, strict=True)
        ]
        self._pixels, self._boxes = image, boxes
        self.set_trait("steps", shown)
        self.set_trait("panels", panels)
        self.set_trait("rows", down)
        self.set_trait("columns", along)
        labels = {"x": xlabel, "y": ylabel, "unit": unit}
        self.set_trait("labels", labels)
        self.set_trait("image", "" if image is None else _address(image))
        self.set_trait("boxes", [_share(box, image) for box in boxes])
        size = len(json.dumps([shown, self.image], separators=(",", ":")))
        if size > LIMIT:
            raise ValueError(
                f"frames are too large, record fewer: {size:,} bytes, "
                f"at most {LIMIT:,}"
            )
        super().__init__(**traits)

    def still(self) -> plots.Figure:
        """The last frame."""
        matrices = np.array(self.steps[-1]["weights"]) / WHOLE
        drawn = [
            self._panel(matrix, **panel)
            for matrix, panel in zip(matrices, self.panels, strict=True)
        ]
        return small(plots.stack(*drawn))

    def _panel(
        self, matrix: np.ndarray, name: str, outline: list[list[int]]
    ) -> plots.Figure:
        first, last = self.steps[0], self.steps[-1]
        unit = self.labels["unit"]
        alt = (
            f"Player of {len(self.steps)} frames, {unit} {first['number']} to "
            f"{last['number']}. Loss {first['loss']:.2f}, at last "
            f"{last['loss']:.2f}. The last weights"
        )
        if self._pixels is not None:
            return images.picture(
                self._pixels,
                weights=matrix,
                boxes=self._boxes,
                alt=f"{alt}.",
            )
        return plots.heatmap(
            matrix,
            rows=self.rows,
            columns=self.columns,
            xlabel=self.labels["x"],
            ylabel=self.labels["y"],
            title=name or None,
            alt=f"{alt}, {name}" if name else alt,
            outline=[(row, column) for row, column in outline],
            bar=False,
        )


def _matrices(weights: Sequence[Any], count: int) -> np.ndarray:
    """The weights of all frames, (frames, P, T, S)."""
    if not weights:
        raise ValueError("nothing to play: frames=[]")
    axes = 2 if count == 1 and np.ndim(_plain(weights[0])) == 2 else 3
    found = [validate.finite("weights", _plain(a), axes) for a in weights]
    shapes = sorted({a.shape for a in found})
    if len(shapes) > 1 or (axes == 3 and shapes[0][0] != count):
        raise ValueError(
            f"each frame needs {count} matrices of one shape: {shapes}"
        )
    cells = np.stack(found)
    validate.within(cells, (0.0, 1.0))
    return cells[:, None] if axes == 2 else cells


def _plain(weights: Any) -> Any:
    return weights.detach().cpu() if hasattr(weights, "detach") else weights


def _share(box: images.Box, image: Any) -> list[float]:
    """A box, its sides as shares of the image."""
    height, width = np.shape(image)[1:]
    sides = (width, height, width, height)
    return [x / side for x, side in zip(box, sides, strict=True)]


def _address(image: Any) -> str:
    """The image as a PNG in a data URL."""
    pixels = validate.finite("image", image, axes=3)
    validate.within(pixels, (0.0, 1.0))
    colours = np.rint(255 * pixels.transpose(1, 2, 0)).astype(np.uint8)
    buffer = BytesIO()
    Image.fromarray(colours).save(buffer, format="png")
    return (
        f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"
    )
