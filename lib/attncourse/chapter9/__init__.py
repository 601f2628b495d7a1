"""Chapter 9: the Vision Transformer."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
