"""A finished picture with the text that stands for it."""

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any

import matplotlib.figure
from IPython.display import Markdown, display
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from attncourse.figures import style, vector

Size = tuple[float, float]
"""Inches wide and high."""
LETTERS = 11, 9.5
"""Points of letters: in a column, on a phone."""


@dataclass(frozen=True)
class Figure:
    """A finished picture: PNG bytes, the text that stands for it, its width on
    the page in CSS pixels, and the same picture as SVG, where there is one,
    once more for a `phone`.

    In a notebook it shows the picture; its plain text, which nbval compares and
    the site reads out, is `alt`. The site finds `phone` in the metadata.
    """

    png: bytes
    alt: str
    width: int
    svg: str = ""
    phone: str = ""

    def __repr__(self) -> str:
        return self.alt

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict, dict]:
        forms: dict[str, Any] = {"image/png": self.png, "text/plain": self.alt}
        more: dict[str, Any] = {"image/png": {"width": self.width}}
        if self.svg:
            forms["image/svg+xml"] = self.svg
            more["image/svg+xml"] = {"phone": self.phone}
        return forms, more

    def html(self) -> str:
        """The picture for a page: its SVG, else an image."""
        return self.svg or self.img()

    def img(self) -> str:
        """The PNG as an element of a page."""
        png = base64.b64encode(self.png).decode()
        return (
            f'<img alt="{escape(self.alt)}" width="{self.width}" '
            f'src="data:image/png;base64,{png}">'
        )

    def captioned(self, caption: str) -> "Captioned":
        """The picture with a sentence below it."""
        return Captioned(self, caption)


@dataclass(frozen=True)
class Beside:
    """Finished pictures of one subject, each an output of its own: the site
    puts two in a row where there is room, and one below the other on a phone.
    """

    figures: tuple[Figure, ...]

    def __repr__(self) -> str:
        return " ".join(figure.alt for figure in self.figures)

    def _ipython_display_(self) -> None:
        for figure in self.figures:
            display(figure)

    def captioned(self, caption: str) -> "Captioned":
        """The pictures with one sentence below them."""
        return Captioned(self, caption)


class Shown:
    """Something to `display`, with a `caption` that says what it shows.

    In a notebook it shows itself, then the caption, which is Markdown; line
    breaks in a caption are spaces.
    """

    display: Any
    caption: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "caption", " ".join(self.caption.split()))

    @property
    def still(self) -> Any:
        """The figure or table; of a live figure, its picture."""
        live = hasattr(self.display, "still")
        return self.display.still() if live else self.display

    def __repr__(self) -> str:
        return f"{self.still!r}\n{self.caption}"

    def _ipython_display_(self) -> None:
        display(self.display)
        display(Markdown(self._below()))

    def _below(self) -> str:
        return self.caption


@dataclass(frozen=True, repr=False)
class Captioned(Shown):
    """A figure or live figure of a chapter."""

    display: Any
    caption: str


def finish(
    draw: Callable[[Axes], None],
    sizes: Sequence[Size],
    xlabel: str,
    ylabel: str,
    alt: str,
    drawn: str,
    title: str | None,
) -> Figure:
    """Draw on cards of `sizes`, away from pyplot, and keep only bytes that
    depend on the data alone.

    `alt` is the author's sentence, by default one made of the labels; `drawn`
    is what the numbers say (`alt_text`); the figure's text is both.
    Raises ValueError for labels and texts that say nothing.
    """
    alt = alt or f"{ylabel[:1].upper()}{ylabel[1:]} against {xlabel}."
    for name, text in (("xlabel", xlabel), ("ylabel", ylabel)):
        _check_says(name, text)
    if alt.strip() in (title, xlabel, ylabel):
        raise ValueError(
            f"alt must say what the figure shows, not repeat a label: "
            f"alt={alt!r}"
        )

    def drawn_on(card: matplotlib.figure.Figure) -> None:
        axes = card.add_subplot()
        axes.set(xlabel=xlabel, ylabel=ylabel, title=title or "")
        draw(axes)

    return render(drawn_on, sizes, alt, drawn)


def render(
    draw: Callable[[matplotlib.figure.Figure], None],
    sizes: Sequence[Size],
    alt: str,
    drawn: str,
) -> Figure:
    """Draw on a card, which may hold any axes; else as `finish`. `sizes` are
    one for a column and, if that is too wide for a phone, one for a phone.
    Raises ValueError for an alt that says nothing.
    """
    _check_says("alt", alt)
    sentence = " ".join(alt.split())
    text = f"{sentence}{'' if sentence[-1] in '.!?' else '.'} {drawn}"
    buffer = BytesIO()
    vectors: list[str] = []
    for size, points in zip(sizes, LETTERS, strict=False):
        with style.course(points):
            card = matplotlib.figure.Figure(figsize=size)
            canvas = FigureCanvasAgg(card)
            draw(card)
            if not vectors:
                canvas.print_png(buffer, metadata={"Software": None})
            vectors.append(vector.svg(card, text))
    width = round(sizes[0][0] * style.PIXELS_PER_INCH)
    return Figure(buffer.getvalue(), text, width, *vectors)


def width(axes: Axes) -> float:
    """Inches that the card of these axes is wide."""
    return float(axes.figure.bbox.width / axes.figure.dpi)


def _check_says(name: str, text: str) -> None:
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{name} must say something: {name}={text!r}")


def beside(*figures: Figure) -> Beside:
    """Finished figures side by side, or stacked where the page is narrow.
    Raises ValueError without figures.
    """
    if not figures:
        raise ValueError("nothing to put side by side: figures=()")
    return Beside(figures)


def stack(*figures: Figure) -> Figure:
    """Finished figures one below the other on one card; its alt text reads
    theirs in order. Raises ValueError without figures.
    """
    pictures = [
        Image.open(BytesIO(figure.png), formats=["PNG"]).convert("RGB")
        for figure in figures
    ]
    if not pictures:
        raise ValueError("nothing to stack: figures=()")
    width = max(picture.width for picture in pictures)
    height = sum(picture.height for picture in pictures)
    card = Image.new("RGB", (width, height), "white")
    top = 0
    for picture in pictures:
        card.paste(picture, (0, top))
        top += picture.height
    buffer = BytesIO()
    card.save(buffer, format="png")
    alt = " ".join(figure.alt for figure in figures)
    return Figure(buffer.getvalue(), alt, width // style.DENSITY)
