"""Labels of drawings: a small markup, cut into spans that both renderings set.

`h_1` and `s_{t-1}` have subscripts, `10^{-3}` a superscript, `*c*` is bold (a
vector), `/z/` is italic (a number), `~h` wears a tilde.
"""

import re
from dataclasses import dataclass
from functools import cache
from string import ascii_letters

import matplotlib
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

Number = float | int
"""A length in pixels, or a share."""

CM = f"{matplotlib.get_data_path()}/fonts/ttf"
SMALL, SUB, SUP = 0.75, -0.22, 0.36
"""Size of a sub- or superscript, and how far it is moved, in letters."""

PIECE = re.compile(
    r"\*(?P<bold>[^*]+)\*|/(?P<italic>\w+)/"
    r"|(?P<mark>[_^])(?:{(?P<long>[^}]*)}|(?P<short>\w))"
    r"|(?P<plain>[^*_^/]+|.)"
)


@dataclass(frozen=True)
class Span:
    """Letters of one kind: `size` relative to the label's, `rise` in it."""

    text: str
    size: Number = 1.0
    rise: Number = 0.0
    bold: bool = False
    italic: bool = False

    @property
    def formula(self) -> bool:
        """Whether it is a letter as formulas set it: a vector, a number."""
        marked = self.italic or (self.bold and len(self.text) == 1)
        return marked and set(self.text) <= set(ascii_letters)


def spans(label: str, bold: bool = False) -> list[Span]:
    """A label in the markup of this module, cut into its spans."""
    found = []
    accented = re.sub(r"~(\w)", "\\1\u0303", label)
    for piece in PIECE.finditer(accented):
        if piece["mark"]:
            text = piece["long"] or piece["short"] or ""
            rise = SUB if piece["mark"] == "_" else SUP
            found.append(Span(text.replace("-", "\u2212"), SMALL, rise, bold))
        else:
            text = piece["bold"] or piece["italic"] or piece["plain"]
            heavy, slanted = bold or bool(piece["bold"]), bool(piece["italic"])
            found.append(Span(text, bold=heavy, italic=slanted))
    return found


def plain(label: str) -> str:
    """The letters of a label without its markup."""
    return "".join(span.text for span in spans(label))


def font(span: Span, size: Number) -> FontProperties:
    """The font of a span: that of the course, or for a letter of a formula the
    Computer Modern that comes with matplotlib.
    """
    if span.formula:
        return FontProperties(
            fname=f"{CM}/{'cmb10' if span.bold else 'cmmi10'}.ttf",
            size=size * span.size,
        )
    return FontProperties(
        family=["Course Sans", "DejaVu Sans"],
        size=size * span.size,
        weight="bold" if span.bold else "normal",
        style="italic" if span.italic else "normal",
    )


@cache
def advance(span: Span, size: Number) -> Number:
    """The width of one span in the unit of `size`."""
    # Between full stops: neither a space nor the side of a letter has ink.
    text, end = f".{span.text}.", ".."
    measure = TextToPath().get_text_width_height_descent
    whole, dot = (
        measure(t, font(span, 100), ismath=False)[0] for t in (text, end)
    )
    return (whole - dot) * size / 100


def width(label: str, size: Number, bold: bool = False) -> Number:
    """How wide a label is in the course's own letters, which are wide ones."""
    return sum(advance(span, size) for span in spans(label, bold))
