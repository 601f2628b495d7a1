"""One look for every figure of the course.

A figure is an opaque white card with dark ink. It reads the same on a light
page, on a dark page, on GitHub and in print, and nothing has to guess the theme
of the reader. Letters are 12 points on a card about 5.6 inches wide: some 16
pixels on a desktop, and still 10 when a phone shrinks the card to 350 pixels.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib.style

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

WIDTH = 5.6  # inches
PIXELS_PER_INCH = 100  # on the page
DENSITY = (
    2  # stored pixels for each pixel of the page, for sharp letters on phones
)

INK = "#1a1a1a"
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
    "card": "#ffffff",
    **ROLES,
}

SETTINGS = {
    # comes with matplotlib, so every machine draws the same letters
    "font.family": "DejaVu Sans",
    "font.size": 12,
    "axes.titlesize": 13,
    "axes.labelsize": 12,
    **dict.fromkeys(
        ("xtick.labelsize", "ytick.labelsize", "legend.fontsize"), 11
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


@contextmanager
def course() -> Iterator[None]:
    """Draw with the settings of the course and nothing else: the reader's own
    matplotlibrc has no part in it.
    """
    with matplotlib.style.context(["default", SETTINGS]):
        yield
