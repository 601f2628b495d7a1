"""A finished drawing, with the text that stands for it and its caption."""

from dataclasses import dataclass

from IPython.display import Markdown, display

from attnbook.show.diagrams import render
from attnbook.show.diagrams.canvas import Canvas


@dataclass(frozen=True)
class Drawing:
    """A drawing as SVG and PNG, its `alt` text, its caption, its width.

    In a notebook it shows the drawing, then the caption. `width` is the
    greatest on a page, in CSS pixels; on a narrow page it shrinks.
    """

    svg: str
    png: bytes
    alt: str
    caption: str
    width: int

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
    """The canvas, drawn; line breaks in `alt` and `caption` are spaces.

    Raises ValueError for an alt text or a caption that says nothing.
    """
    alt, caption = (" ".join(text.split()) for text in (alt, caption))
    if not alt or not caption:
        raise ValueError(f"both must say something: {alt=}, {caption=}")
    width = round(canvas.width * render.SCALE)
    picture = render.png(canvas)
    return Drawing(render.svg(canvas, alt), picture, alt, caption, width)
