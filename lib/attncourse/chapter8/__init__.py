"""Chapter 8: pretraining and fine-tuning."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)

# its part of the map of the course: in words, and its boxes
SAID = "pretraining of the whole"
PARTS = ()  # the whole
