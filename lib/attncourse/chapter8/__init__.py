"""Chapter 8: pretraining and fine-tuning."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "pretraining of the whole"
PARTS = ()  # the whole

# on the first page: what it asks, and the figure of the short path
QUESTION = "What can a model learn from text that nobody has labelled?"
SHORT = "live", "Sample captions from a language model, word by word"
