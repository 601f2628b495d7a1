"""One look for every figure of the course.

A figure is drawn as SVG, whose colours are variables that a page sets for its
theme, once as wide as a column and once for a phone; and as PNG, an opaque
white card with dark ink, for GitHub, Colab and print. The colours stand in
tokens.css, for all that is drawn.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import matplotlib.style
from matplotlib import font_manager

TOKENS = Path(__file__).with_name("tokens.css").read_text("utf-8")
LIGHT, DARK, _ = TOKENS.split("}\n\n")
COLOURS = dict(re.findall(r"--(\w+): (#\w+);", LIGHT))
"""All named colours of a drawing, on white; a page may set others."""
INK, CARD, RULE = (COLOURS[name] for name in ("ink", "card", "rule"))
# Colours of series that show no role of the course: none of them is a role's.
PALETTE = (*(COLOURS[f"series{k}"] for k in range(1, 7)), INK)
# What a part does has one colour in all nine chapters. The context is made of
# values and has theirs. A weight is the colour of weights, as opaque as it is
# large: even in lightness on a light card and on a dark one.
ROLES = {
    name: COLOURS[name]
    for name in ("encoder", "decoder", "query", "key", "value", "weight")
}
SHOWS = {"attention": "weight", "with attention": "weight"}
"""What else a series can be called that shows a role."""
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
HATCHES = ("", "//", "xx", "\\\\", "--", "..", "oo")

FONTS = Path(__file__).parent / "fonts"
WIDTH, PHONE = 7.0, 3.5  # inches of a column
PIXELS_PER_INCH = 100
DENSITY = (
    2  # stored pixels for each pixel of the page, for sharp letters on phones
)

SETTINGS = {
    # come with the package and with matplotlib: all machines draw the same
    "font.family": ["Course Sans", "DejaVu Sans"],
    **dict.fromkeys(
        (
            "axes.titlesize",
            "axes.labelsize",
            "xtick.labelsize",
            "ytick.labelsize",
            "legend.fontsize",
        ),
        "medium",
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
    "text.parse_math": False,  # names are shown as they are written
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


for file in FONTS.glob("*.ttf"):
    font_manager.fontManager.addfont(file)


def series(name: str, k: int) -> str:
    """The colour of series `k`: that of the role that it shows, or its own."""
    return ROLES.get(SHOWS.get(name, name), PALETTE[k])


@contextmanager
def course(points: float = 11) -> Iterator[None]:
    """Draw with the settings of the course and nothing else: the reader's own
    matplotlibrc has no part in it. Letters have so many points.
    """
    own = {"font.size": points}
    with matplotlib.style.context(["default", SETTINGS | own]):
        yield
