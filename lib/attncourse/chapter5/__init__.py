"""Chapter 5: self-attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "self-attention"
PARTS = (
    (69, 136, 106, 28, "self-attention", "encoder"),
    (371, 136, 106, 28, "self-attention", "decoder"),
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "What if the words ask each other?"
SHORT = "live-run", "Change any number of a small self-attention"
