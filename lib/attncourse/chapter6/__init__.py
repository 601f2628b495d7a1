"""Chapter 6: positional encoding."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "positions"
PARTS = (
    (69, 208, 106, 28, "positions", "encoder"),
    (371, 208, 106, 28, "positions", "decoder"),
)
