"""What the results of chapter 10 show: a function for each finding."""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
