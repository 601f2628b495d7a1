"""Chapter 6: positional encoding."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
