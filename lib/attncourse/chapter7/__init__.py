"""Chapter 7: the Transformer."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "the Transformer block"
PARTS = (
    (69, 100, 106, 28, "block", "encoder"),
    (371, 100, 106, 28, "block", "decoder"),
)

# the terms that it introduces
IDEAS = (
    "residual",
    "residual stream",
    "layer normalisation",
    "batch normalisation",
    "pre-norm",
    "post-norm",
    "warm-up",
    "unit",
    "encoder",
    "decoder",
    "weight tying",
    "memory",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "What must stand around attention, so that many layers of it learn?"
SHORT = "real-live", "Look into every head of a Transformer"
