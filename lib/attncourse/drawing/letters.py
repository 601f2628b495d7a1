"""Labels of drawings: a small markup, cut into runs that both renderings set.

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
class Run:
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


def runs(label: str, bold: bool = False) -> list[Run]:
    """A label in the markup of this module, cut into its runs."""
    found = []
    accented = re.sub(r"~(\w)", "\\1\u0303", label)
    for piece in PIECE.finditer(accented):
        if piece["mark"]:
            text = piece["long"] or piece["short"] or ""
            rise = SUB if piece["mark"] == "_" else SUP
            found.append(Run(text.replace("-", "\u2212"), SMALL, rise, bold))
        else:
            text = piece["bold"] or piece["italic"] or piece["plain"]
            heavy, slanted = bold or bool(piece["bold"]), bool(piece["italic"])
            found.append(Run(text, bold=heavy, italic=slanted))
    return found


def plain(label: str) -> str:
    """The letters of a label without its markup."""
    return "".join(run.text for run in runs(label))


def font(run: Run, size: Number) -> FontProperties:
    """The font of a run: that of the course, or for a letter of a formula the
    Computer Modern that comes with matplotlib.
    """
    if run.formula:
        return FontProperties(
            fname=f"{CM}/{'cmb10' if run.bold else 'cmmi10'}.ttf",
            size=size * run.size,
        )
    return FontProperties(
        family=["Course Sans", "DejaVu Sans"],
        size=size * run.size,
        weight="bold" if run.bold else "normal",
        style="italic" if run.italic else "normal",
    )


@cache
def advance(run: Run, size: Number) -> Number:
    """The width of one run in the unit of `size`."""
    # Between full stops: neither a space nor the side of a letter has ink.
    text, end = f".{run.text}.", ".."
    measure = TextToPath().get_text_width_height_descent
    whole, dot = (
        measure(t, font(run, 100), ismath=False)[0] for t in (text, end)
    )
    return (whole - dot) * size / 100


def width(label: str, size: Number, bold: bool = False) -> Number:
    """How wide a label is in the course's own letters, which are wide ones."""
    return sum(advance(run, size) for run in runs(label, bold))
