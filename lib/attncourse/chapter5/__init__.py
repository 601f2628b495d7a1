"""Chapter 5: self-attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "self-attention"
PARTS = (
    (69, 136, 106, 28, "self-attention", "encoder"),
    (371, 136, 106, 28, "self-attention", "decoder"),
)

# the terms that it introduces
IDEAS = (
    "self-attention",
    "similarity",
    "symmetric",
    "head",
    "several heads",
    "causal mask",
    "equivariant",
    "invariant",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "What if words attend to each other?"
SHORT = "company-run", "See what company does to a word"
