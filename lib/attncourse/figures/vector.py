"""A card of matplotlib as SVG in the colours of the page: each known colour is
a CSS variable with the colour on white behind it, as in drawings.
"""

import re
import zlib
from io import StringIO
from xml.sax.saxutils import quoteattr

import matplotlib.figure
from matplotlib import rc_context
from matplotlib.backends.backend_svg import FigureCanvasSVG

from attncourse.figures import style

# What would be shared with the rest of a page, and what nobody reads.
NOTHING = re.compile(
    r"<metadata>.*?</metadata>|<style.*?</style>|<!--.*?-->|"
    r' id="[a-z.]+\w*_\d+"| transform="rotate\(-0 [^"]*"',
    re.DOTALL,
)
GROUP = re.compile(r"</?g\b[^>]*>")
TAG = re.compile("<[^>]*>")
LONG = re.compile(r"\d+\.\d{3,}")
MASK = "mask-"
"""With the name of a colour behind it: the name of an image that says how much
of this colour each cell has.
"""
IMAGE = re.compile(rf'(<image [^>]*?) id="{MASK}(\w+)"([^>]*>)')
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
NAMES = {known.lower(): name for name, known in style.COLOURS.items()}


def colour(name: str) -> str:
    """A colour of SVG: a variable with a fallback, or the colour itself."""
    known = style.COLOURS.get(name)
    return f"var(--{name}, {known})" if known else name


def svg(card: matplotlib.figure.Figure, alt: str) -> str:
    """The same card, the same bytes; text stays text. Names, of hatches and of
    what cuts off, are its own: a page has many plots, and hides some.
    """
    buffer = StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    salt = f"{card.get_size_inches()} {alt}"
    with rc_context({"svg.hashsalt": salt}):
        FigureCanvasSVG(card).print_svg(buffer, metadata=nothing)
    text = buffer.getvalue()
    inside = text[text.index(">", text.index("<svg")) + 1 :]
    inside = _ungrouped(NOTHING.sub("", inside))
    inside = TAG.sub(
        lambda tag: LONG.sub(lambda it: f"{float(it[0]):.2f}", tag[0]), inside
    )
    inside = COLOUR.sub(lambda found: _variable(found[0]), inside)
    inside = IMAGE.sub(lambda it: _masked(it[1] + it[3], it[2], salt), inside)
    inside = " ".join(inside.split()).replace("> <", ">\n<")
    inside = inside.replace("'DejaVu Sans'", "'DejaVu Sans', sans-serif")
    width, height = (72 * inches for inches in card.get_size_inches())
    shown = round(card.get_size_inches()[0] * style.PIXELS_PER_INCH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" class="plot" role="img" '
        f'aria-label={quoteattr(" ".join(alt.split()))} width="{shown}" '
        f'viewBox="0 0 {width:g} {height:g}" '
        f'style="max-width: 100%; height: auto" stroke-linejoin="round">'
        f"{inside}\n"
    )


def _ungrouped(inside: str) -> str:
    """The same without the groups that say nothing of what they hold."""
    kept: list[bool] = []

    def tag(found: re.Match[str]) -> str:
        opens = found[0] != "</g>"
        if opens:
            kept.append(found[0] != "<g>")
        return found[0] if (kept[-1] if opens else kept.pop()) else ""

    return GROUP.sub(tag, inside)


def _masked(image: str, ink: str, salt: str) -> str:
    """The image as a mask of a colour: it says how opaque."""
    name = f"mask{zlib.crc32((salt + image).encode()):x}"
    size = " ".join(re.findall(r'\b(?:width|height)="[^"]*"', image))
    (place,) = re.findall(r' transform="[^"]*"', image)
    return (
        f'<mask id="{name}" style="mask-type: alpha">'
        f"{image.replace(place, '')}</mask>"
        f'<rect {size}{place} fill="{colour(ink)}" mask="url(#{name})"/>'
    )


def _variable(found: str) -> str:
    return colour(NAMES[found]) if found in NAMES else found
