"""Chapter 1: recurrent sequence to sequence."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "recurrence in encoder and decoder, one vector between them"
PARTS = (
    (69, 172, 106, 28, "recurrence", "encoder"),
    (371, 172, 106, 28, "recurrence", "decoder"),
    (220, 100, 146, 28, "one vector", "value"),
)

# the terms that it introduces
IDEAS = (
    "recurrent network",
    "gated recurrent unit",
    "encoder",
    "decoder",
    "tokens",
    "embedding",
    "bottleneck",
    "teacher forcing",
    "greedy",
    "beam",
    "exposure bias",
)

# on the first page: what it asks, and the figure of the short path
QUESTION = (
    "How can a network read one sentence and write another, and is one vector "
    "between them enough?"
)
SHORT = "live-translator-run", "Let two translators write your sentence"
