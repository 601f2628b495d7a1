"""Chapter 1: recurrent sequence to sequence."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
