"""Chapter 8: pretraining and fine-tuning."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
