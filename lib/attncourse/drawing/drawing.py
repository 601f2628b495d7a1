"""A finished drawing, with the text that stands for it and its caption."""

from dataclasses import dataclass
from functools import cached_property

from IPython.display import Markdown, display

from attncourse.drawing import render
from attncourse.drawing.canvas import Canvas


@dataclass(frozen=True)
class Drawing:
    """A drawing as SVG and PNG, its `alt` text, its caption.

    In a notebook it shows the drawing, then the caption.
    """

    canvas: Canvas
    alt: str
    caption: str

    @cached_property
    def svg(self) -> str:
        """The drawing for a page."""
        return render.svg(self.canvas, self.alt)

    @cached_property
    def png(self) -> bytes:
        """The drawing for places that show no SVG."""
        return render.png(self.canvas)

    @property
    def width(self) -> int:
        """The greatest on a page, in CSS pixels; on a narrow page it
        shrinks.
        """
        return round(self.canvas.width * render.SCALE)

    def __repr__(self) -> str:
        return f"{self.alt}\n{self.caption}"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict, dict]:
        forms = {
            "image/svg+xml": self.svg,
            "image/png": self.png,
            "text/plain": self.alt,
        }
        return forms, {"image/png": {"width": self.width}}

    def _ipython_display_(self) -> None:
        forms, metadata = self._repr_mimebundle_()
        display(forms, metadata=metadata, raw=True)
        display(Markdown(self.caption))


def finish(canvas: Canvas, alt: str, caption: str) -> Drawing:
    """The canvas as a drawing; line breaks in `alt` and `caption` are spaces.

    Raises ValueError for an alt text or a caption that says nothing.
    """
    alt, caption = (" ".join(text.split()) for text in (alt, caption))
    if not alt or not caption:
        raise ValueError(f"both must say something: {alt=}, {caption=}")
    return Drawing(canvas, alt, caption)
