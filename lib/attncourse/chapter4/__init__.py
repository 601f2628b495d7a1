"""Chapter 4: the attention layer."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
