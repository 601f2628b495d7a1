"""Chapter 4: the attention layer."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "attention as a layer with query, keys and values"
PARTS = ((220, 208, 146, 28, "query, key, value", "value"),)

# the terms that it introduces
IDEAS = (
    "query",
    "key",
    "value",
    "scaled dot-product attention",
    "cross-attention",
    "mask",
    "set",
    "pooling",
    "Gaussian",
    "bandwidth",
    "temperature",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "What is left of attention without a decoder?"
SHORT = "live-run", "Drag a query among keys"
