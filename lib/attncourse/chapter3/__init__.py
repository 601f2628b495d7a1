"""Chapter 3: image captioning with attention."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
