"""Chapter 6: positional encoding."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "positions"
PARTS = (
    (69, 208, 106, 28, "positions", "encoder"),
    (371, 208, 106, 28, "positions", "decoder"),
)

# the terms that it introduces
IDEAS = (
    "position",
    "frequency",
    "base",
    "learned table",
    "absolute",
    "relative",
    "turning",
    "reach",
    "slope",
    "position interpolation",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = (
    "How does attention learn where a word stands, and does that hold in "
    "longer texts?"
)
SHORT = "clocks-run", "Turn the clocks of a position"
