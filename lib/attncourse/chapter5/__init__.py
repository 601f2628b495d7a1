"""Chapter 5: self-attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
