"""Chapter 2: Bahdanau attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "attention to words"
PARTS = ((220, 136, 146, 28, "attention to words", "value"),)

# the terms that it introduces
IDEAS = (
    "score",
    "weights",
    "context",
    "query",
    "keys",
    "values",
    "memory",
    "additive attention",
    "bidirectional",
    "mask",
    "alignment error rate",
    "bootstrap",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = "How can it look back at the words that matter right now?"
SHORT = "live-translator-run", "Let two translators write your sentence"
