"""The pages around the chapters: the first one."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
