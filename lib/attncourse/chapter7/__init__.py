"""Chapter 7: the Transformer."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "the Transformer block"
PARTS = (
    (69, 100, 106, 28, "block", "encoder"),
    (371, 100, 106, 28, "block", "decoder"),
)
