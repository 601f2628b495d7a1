"""Positions: what gives order to attention, which by itself sees a set. Built
in chapter 6.

Absolute encodings change the words before they enter; relative ones change
scores, or what is read, inside a layer.
"""

from attnbook.positions.absolute import (
    Complex,
    Learned,
    Sinusoidal,
    Start,
    frequencies,
    sinusoidal,
    waves,
)
from attnbook.positions.grid import Conditional2D, Relative2D
from attnbook.positions.relative import (
    Alibi,
    Position,
    Rotary,
    Shaw,
    distances,
    rotary,
    slopes,
)

__all__ = [
    "Alibi",
    "Complex",
    "Conditional2D",
    "Learned",
    "Position",
    "Relative2D",
    "Rotary",
    "Shaw",
    "Sinusoidal",
    "Start",
    "distances",
    "frequencies",
    "rotary",
    "sinusoidal",
    "slopes",
    "waves",
]
