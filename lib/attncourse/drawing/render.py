"""Two renderings of one canvas: SVG in the colours of the page, and PNG.

In the SVG each colour is a CSS variable of its name with the colour on white
behind it, `var(--encoder, #0072B2)`: in a page that sets the variables the
drawing follows its theme, as a picture of its own it is a white card.
"""

from io import BytesIO
from xml.sax.saxutils import escape, quoteattr

import matplotlib.figure
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline
from PIL import Image

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.letters import Number, Span, advance, font, spans
from attncourse.drawing.shapes import Box, Path, Text, rounded
from attncourse.figures import style
from attncourse.figures.vector import colour

FONT = "'Course Sans', system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
SCALE = 1.35
"""Pixels of the page for one of a canvas, where the page is wide enough."""
MATHS = "'Course Maths', 'Latin Modern Math', Cambria, Georgia, serif"
CODES = {
    "M": [Outline.MOVETO],
    "L": [Outline.LINETO],
    "Q": [Outline.CURVE3] * 2,
    "C": [Outline.CURVE4] * 3,
    "Z": [Outline.CLOSEPOLY],
}


def number(value: Number) -> str:
    """A coordinate, to a tenth of a pixel."""
    return f"{round(value, 1) + 0.0:g}"


def card(canvas: Canvas) -> Path:
    """What everything stands on."""
    w, h = canvas.width, canvas.height
    return Path(rounded(Box(w / 2, h / 2, w, h), 8), fill="card")


def svg(canvas: Canvas, alt: str) -> str:
    """The drawing as an SVG element: same canvas, same bytes. What most of its
    marks share is said once, here.
    """
    w, h = canvas.width, canvas.height
    shown = f'width="{number(w * SCALE)}" height="{number(h * SCALE)}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="img" '
        f'aria-label={quoteattr(alt)} {shown} viewBox="0 0 {w:g} {h:g}" '
        f'style="max-width: 100%; height: auto; fill: {colour("ink")}" '
        f'font-family="{FONT}" text-anchor="{Text.anchor}" '
        f'stroke-width="{number(Path.width)}">'
    )
    marks = [card(canvas), *canvas.marks]
    lines = [
        svg_path(mark) if isinstance(mark, Path) else svg_text(mark)
        for mark in marks
    ]
    return "\n".join((head, *lines, "</svg>"))


def svg_path(path: Path) -> str:
    """One outline."""
    d = " ".join(
        code + " ".join(f"{number(x)},{number(y)}" for x, y in points)
        for code, points in path.commands
    )
    look = {"fill": colour(path.fill)}
    if path.fill != "none" and path.tint < 1:
        look["fill-opacity"] = f"{path.tint:.2f}"
    if path.stroke != "none":
        look["stroke"] = colour(path.stroke)
    if path.stroke != "none" and path.width != Path.width:
        look["stroke-width"] = number(path.width)
    if path.dash:
        look["stroke-dasharray"] = " ".join(map(number, path.dash))
    css = "; ".join(f"{name}: {value}" for name, value in look.items())
    return f'<path d="{d}" style="{css}"/>'


def svg_text(text: Text) -> str:
    """One label; a span that is moved moves the next one back."""
    parts, rise = [], 0.0
    for span in spans(text.label, text.bold):
        parts.append(svg_span(span, text.size, rise))
        rise = span.rise
    look = f'font-size="{number(text.size)}"'
    if text.anchor != Text.anchor:
        look += f' text-anchor="{text.anchor}"'
    if text.colour != Text.colour:
        look += f' style="fill: {colour(text.colour)}"'
    place = f'x="{number(text.x)}" y="{number(text.y)}"'
    return f"<text {place} {look}>{''.join(parts)}</text>"


def svg_span(span: Span, size: Number, rise: Number) -> str:
    """Letters of one kind, after letters that stand at `rise`."""
    look = {
        "dy": number((rise - span.rise) * size) if rise != span.rise else "",
        "font-size": number(span.size * size) if span.size != 1 else "",
        "font-weight": "700" if span.bold else "",
        "font-style": "italic" if span.italic else "",
        "font-family": MATHS if span.formula else "",
    }
    said = "".join(f' {name}="{look[name]}"' for name in look if look[name])
    return f"<tspan{said}>{escape(span.text)}</tspan>"


def png(canvas: Canvas) -> bytes:
    """The drawing as a picture, for places that show no SVG."""
    buffer = BytesIO()
    inches = 1 / style.PIXELS_PER_INCH
    size = (canvas.width * inches, canvas.height * inches)
    with style.course():
        figure = matplotlib.figure.Figure(figsize=size)
        figure.set_layout_engine("none")
        paper = FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, canvas.width), ylim=(canvas.height, 0))
        axes.set_axis_off()
        for mark in [card(canvas), *canvas.marks]:
            if isinstance(mark, Path):
                png_path(axes, mark, 72 * inches)
            else:
                png_text(axes, mark, 72 * inches)
        paper.draw()
    # Few colours, so 64 are enough, and a third of the bytes.
    picture = Image.fromarray(np.asarray(paper.buffer_rgba())[..., :3].copy())
    picture = picture.quantize(64, dither=Image.Dither.NONE)
    picture.save(buffer, format="png", optimize=True)
    return buffer.getvalue()


def png_path(axes: Axes, path: Path, points: Number) -> None:
    """One outline; `points` are those of a pixel of the canvas."""
    codes, vertices = [], []
    for code, corners in path.commands:
        codes += CODES[code]
        vertices += list(corners) or [(0.0, 0.0)]
    outline = Outline(vertices, codes)
    named = style.COLOURS
    if path.fill != "none":
        fill = named.get(path.fill, path.fill)
        axes.add_artist(PathPatch(outline, fc=fill, ec="none", alpha=path.tint))
    if path.stroke != "none":
        line = (
            "-" if not path.dash else (0, [d / path.width for d in path.dash])
        )
        stroke = named.get(path.stroke, path.stroke)
        look = {"lw": path.width * points, "ls": line, "capstyle": "butt"}
        axes.add_artist(PathPatch(outline, fc="none", ec=stroke, **look))


def png_text(axes: Axes, text: Text, points: Number) -> None:
    """One label, span by span."""
    x = text.left
    tone = style.COLOURS[text.colour]
    for span in spans(text.label, text.bold):
        y = text.y - span.rise * text.size
        look = font(span, text.size * points)
        axes.text(x, y, span.text, fontproperties=look, color=tone)
        x += advance(span, text.size)
