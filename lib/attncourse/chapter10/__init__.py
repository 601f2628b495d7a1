"""Chapter 10: language models, the decoder alone."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "the decoder alone"
PARTS = ((240, 31, 122, 26, "decoder alone", "decoder"),)

# the terms that it introduces
IDEAS = (
    *("language model", "decoder alone", "perplexity", "bits per byte"),
    *("sampling", "temperature", "top-k", "top-p", "grouped queries"),
    *("SwiGLU", "induction head", "scaling law"),
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "What is left of the Transformer in a language model of today?"
SHORT = "live", "Sample captions from a language model, word by word"
