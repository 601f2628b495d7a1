"""One look for every figure of the course.

A figure is drawn twice: as SVG, whose colours are variables that a page sets
for its theme, and as PNG, an opaque white card with dark ink, for GitHub, Colab
and print. Letters are 11 points on a card about 5 inches wide: 20 pixels on a
desktop, and still 10 when a phone shrinks the card to 350 pixels.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources

import matplotlib.style
from matplotlib import font_manager

# Okabe and Ito, "Color Universal Design" (2008), without the yellow, which is
# too pale for a line on white.
PALETTE = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#E69F00",
    "#000000",
)
# A second sign beside the colour, so that a figure can be read without it.
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
DASHES = (
    "-",
    "--",
    "-.",
    ":",
    (0, (5, 1, 1, 1, 1, 1)),
    (0, (7, 2)),
    (0, (1, 1)),
)
HATCHES = ("", "//", "..", "\\\\", "xx", "--", "oo")

WIDTH = 5.0  # inches
PIXELS_PER_INCH = 100
SCALE = 1.35
"""Pixels of the page for one of a picture, where the page is wide enough."""
DENSITY = (
    2  # stored pixels for each pixel of the page, for sharp letters on phones
)

INK = "#1a1a1a"
CARD = "#ffffff"
RULE = "#d0d0d0"
GREY = "#8c8c8c"  # single points behind lines

# What a part does has one colour in all nine chapters. The context is made of
# values and has theirs. A weight is the colour of weights, as opaque as it is
# large: even in lightness on a light card and on a dark one.
ROLES = {
    "encoder": "#0072B2",
    "decoder": "#D55E00",
    "query": "#CC79A7",
    "key": "#009E73",
    "value": "#E69F00",
    "weight": "#5B3FA8",
}
# All named colours of a drawing, on white; a page may set others for a theme.
COLOURS = {
    "ink": INK,
    "muted": "#5c5c5c",
    "rule": RULE,
    "card": CARD,
    **ROLES,
}

SETTINGS = {
    # come with the package and with matplotlib: all machines draw the same
    "font.family": ["Course Sans", "DejaVu Sans"],
    "font.size": 11,
    "axes.titlesize": 12,
    "axes.labelsize": 11,
    **dict.fromkeys(
        ("xtick.labelsize", "ytick.labelsize", "legend.fontsize"), 10.5
    ),
    **dict.fromkeys(
        (
            "text.color",
            "axes.labelcolor",
            "axes.edgecolor",
            "xtick.color",
            "ytick.color",
        ),
        INK,
    ),
    **dict.fromkeys(
        ("axes.spines.top", "axes.spines.right", "legend.frameon"), False
    ),
    "axes.axisbelow": True,
    "grid.color": RULE,
    "lines.linewidth": 2.0,
    "lines.markersize": 6,
    "hatch.linewidth": 0.8,
    "svg.fonttype": "none",
    "svg.hashsalt": "attnbook",
    **dict.fromkeys(("figure.dpi", "savefig.dpi"), PIXELS_PER_INCH * DENSITY),
    **dict.fromkeys(
        ("figure.facecolor", "axes.facecolor", "savefig.facecolor"), "white"
    ),
    "figure.constrained_layout.use": True,
    # inches of white
    **dict.fromkeys(
        ("figure.constrained_layout.w_pad", "figure.constrained_layout.h_pad"),
        0.1,
    ),
}


for file in resources.files("attnbook.show").joinpath("fonts").iterdir():
    if file.name.endswith(".ttf"):
        font_manager.fontManager.addfont(str(file))


def shown(inches: float) -> int:
    """The greatest width on a page, in CSS pixels, of so many inches."""
    return round(inches * PIXELS_PER_INCH * SCALE)


@contextmanager
def course() -> Iterator[None]:
    """Draw with the settings of the course and nothing else: the reader's own
    matplotlibrc has no part in it.
    """
    with matplotlib.style.context(["default", SETTINGS]):
        yield
