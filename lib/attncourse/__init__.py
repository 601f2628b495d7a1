"""The course around the library: ten chapters and the engines behind them.

`chapterN` holds all that serves chapter N: recipes, what they measured
(results) and what that shows (findings), drawings, live figures and the checks
of exercises. The other folders are engines, which know no chapter. A chapter
imports engines and earlier chapters.
"""

from attncourse.rooms import rooms

__getattr__, __dir__ = rooms(__name__)
