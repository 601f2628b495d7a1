"""The live figures of the pages around the chapters."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
