"""Images that a model reads, and over them what it takes from each place.
Built in chapter 3.

What is not read is dark, as in Xu et al. 2015, figure 3; a frame around the
brightest cell, a dashed one around the box that a word is about.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure as Card
from matplotlib.patches import Rectangle

from attncourse.figures import alt_text, style, validate
from attncourse.figures.figure import Beside, Figure, beside, render

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are one past the end."""

DARK = 0.62  # how much of the image a weight of 0 hides
TINT = 0.7  # how much of it the largest weight colours
NIGHT = np.array([16, 24, 40]) / 255  # the colour of what is hidden, and ink
PURPLE = np.array(to_rgb(style.COLOURS["weight"]))
EMPTY = 214 / 255  # the grey of what is no paper
PANELS = 2.05, 0.8  # inches that an image of a strip is wide; on a phone
ROW = 3  # images of a strip in a row


def picture(
    image: Any,
    *,
    alt: str = "An image.",
    weights: Any = None,
    boxes: Iterable[Box] = (),
    title: str | None = None,
    small: bool = False,
    tinted: bool = False,
) -> Figure:
    """An image "3 Y X" of colours from 0 to 1, or 0 to 255 as whole numbers,
    its pixels large; a `small` one fits beside another on a phone, and one that
    is wider than high fills a card.

    `weights` (I, J) darken what they do not read, a cell each; `tinted`, they
    colour what they read, which a drawing on paper needs. `boxes` are
    outlined. Raises ValueError for another shape or other numbers, and for
    boxes outside the image.
    """
    panel = _Panel(image, weights, boxes, title, tinted)

    def draw(card: Card) -> None:
        panel.draw(card.add_subplot())

    height, width = panel.pixels.shape[:2]
    flat = min(height / width, 1)
    sides = PANELS if small else (4.4, 3.2) if flat == 1 else (6.4, 3.2)
    sizes = [(side + 0.2, side * flat + 0.6) for side in sides]
    return render(draw, sizes, alt, panel.said)


def inked(drawing: Any) -> np.ndarray:
    """A drawing "Y X", 0 for paper to 1 for ink, as an image "3 Y X" of whole
    numbers from 0 to 255; where it is not a number there is no paper.
    """
    shares = np.asarray(drawing, dtype=float)[..., None]
    image = np.where(np.isnan(shares), EMPTY, 1 + shares * (NIGHT - 1))
    return (255 * image).round().astype(np.uint8).transpose(2, 0, 1)


def spread(image: Any, patch: int, gap: int = 3) -> np.ndarray:
    """An image "3 Y X" of colours from 0 to 1, with so many pixels of grey
    between its patches of so many pixels, both ways.
    """
    pixels = np.asarray(image, dtype=float)
    for axis in (1, 2):
        parts = np.split(pixels, pixels.shape[axis] // patch, axis)
        shape = [*pixels.shape]
        shape[axis] = gap
        between = [x for part in parts for x in (np.full(shape, EMPTY), part)]
        pixels = np.concatenate(between[1:], axis)
    return pixels


def row(images: Mapping[str, Any], **look: Any) -> Beside:
    """Small images with their titles, side by side; `look` as in `picture`."""
    return beside(
        *(
            picture(image, title=title, small=True, **look)
            for title, image in images.items()
        )
    )


def strip(
    image: Any,
    *,
    words: Sequence[str],
    weights: Sequence[Any],
    alt: str,
    boxes: Sequence[Box] = (),
) -> Figure:
    """An image, and again for each of `words`, under it as a title, with its
    map of `weights`; `boxes`, if there are any, have one for each word.

    Raises ValueError as `picture`, and for numbers of words, weights and boxes
    that disagree.
    """
    if len(weights) != len(words) or len(boxes) not in (0, len(words)):
        raise ValueError(
            f"a map, and a box or none, for each word: {len(words)} words, "
            f"{len(weights)} maps, {len(boxes)} boxes"
        )
    panels = [_Panel(image, None, (), "the image")]
    for k, word in enumerate(words):
        panels.append(_Panel(image, weights[k], boxes[k : k + 1], word))
    columns = min(len(panels), ROW)
    lines = -(-len(panels) // columns)
    sizes = [(columns * side + 0.2, lines * (side + 0.5)) for side in PANELS]

    def draw(card: Card) -> None:
        for k, panel in enumerate(panels, start=1):
            panel.draw(card.add_subplot(lines, columns, k))

    said = " ".join(panel.said for panel in panels[1:])
    return render(draw, sizes, alt, said)


class _Panel:
    """One image, checked: it can be drawn, and said."""

    def __init__(
        self,
        image: Any,
        weights: Any,
        boxes: Iterable[Box],
        title: str | None,
        tinted: bool = False,
    ):
        pixels = validate.finite("image", image, axes=3)
        if len(pixels) != 3:
            raise ValueError(f"image must be (3, Y, X): shape={pixels.shape}")
        whole = np.issubdtype(np.asarray(image).dtype, np.integer)
        validate.within(pixels, (0, 255 if whole else 1))
        self.pixels = pixels.transpose(1, 2, 0) / (255 if whole else 1)
        self.title, self.tinted = title, tinted
        self.boxes = list(boxes)
        height, width = self.pixels.shape[:2]
        for left, top, right, bottom in self.boxes:
            if not (0 <= left < right <= width and 0 <= top < bottom <= height):
                raise ValueError(
                    f"a box outside the image: {(left, top, right, bottom)}, "
                    f"image {width} x {height}"
                )
        self.weights = None
        if weights is not None:
            self.weights = validate.finite("weights", weights, axes=2)
            validate.within(self.weights, (0, 1))
            if not self.weights.any():
                raise ValueError("some weight must be above 0")
            rows, columns = self.weights.shape
            if height % rows or width % columns:
                raise ValueError(
                    f"the cells must be whole pixels: {rows} x {columns} "
                    f"cells, image {height} x {width}"
                )

    @property
    def said(self) -> str:
        """What the weights and boxes say, in words."""
        name = f"{self.title}: " if self.title else ""
        if self.weights is None:
            height, width = self.pixels.shape[:2]
            boxes = "; ".join(
                f"{left} to {right} across, {top} to {bottom} down"
                for left, top, right, bottom in self.boxes
            )
            framed = f", framed {boxes}" if boxes else ""
            return f"{name}{width} by {height} pixels{framed}."
        i, j = _peak(self.weights)
        rows, columns = self.weights.shape
        return (
            f"{name}largest weight {self._most} in row {i + 1} of {rows}, "
            f"column {j + 1} of {columns}{self._lies(self.weights)}."
        )

    @property
    def _most(self) -> str:
        assert self.weights is not None
        return alt_text.number(float(self.weights.max()))

    def _lies(self, weights: np.ndarray) -> str:
        if not self.boxes:
            return ""
        i, j = _peak(weights)
        high, wide = self._cell(weights)
        x, y = (j + 0.5) * wide, (i + 0.5) * high
        hit = any(a <= x < c and b <= y < d for a, b, c, d in self.boxes)
        return f", {'inside' if hit else 'outside'} the frame"

    def _cell(self, weights: np.ndarray) -> tuple[int, int]:
        """Pixels that a cell is high and wide."""
        height, width = self.pixels.shape[:2]
        return height // weights.shape[0], width // weights.shape[1]

    def draw(self, axes: Axes) -> None:
        """Draw the image on axes of its own."""
        shown = self.pixels
        if self.weights is not None:
            light = np.kron(self.weights, np.ones(self._cell(self.weights)))
            share = (light / light.max())[..., None]
            cover = TINT * share if self.tinted else DARK * (1 - share)
            colour = PURPLE if self.tinted else NIGHT
            shown = (1 - cover) * shown + cover * colour
        height, width = shown.shape[:2]
        axes.imshow(shown, interpolation="none", extent=(0, width, height, 0))
        axes.set(xticks=[], yticks=[])
        axes.set_title(self.title or "")
        axes.spines[:].set(visible=True, color=style.COLOURS["rule"])
        for left, top, right, bottom in self.boxes:
            around = left - 1, top - 1, right + 1, bottom + 1
            _frame(axes, around, "white")
            _frame(axes, around, style.INK, linestyle=(0, (3, 2)))
        if self.weights is not None:
            i, j = _peak(self.weights)
            high, wide = self._cell(self.weights)
            cell = j * wide, i * high, (j + 1) * wide, (i + 1) * high
            _frame(axes, cell, style.ROLES["decoder"], linewidth=2)
            axes.set_xlabel(f"largest {self._most}")


def _peak(weights: np.ndarray) -> tuple[int, int]:
    """Row and column of the largest weight; of equal ones the first."""
    i, j = divmod(int(weights.argmax()), weights.shape[1])
    return i, j


def _frame(axes: Axes, box: Box, colour: str, **looks: Any) -> None:
    left, top, right, bottom = box
    frame = Rectangle((left, top), right - left, bottom - top, fill=False)
    frame.set(edgecolor=colour, **{"linewidth": 1.6} | looks)
    axes.add_patch(frame)
