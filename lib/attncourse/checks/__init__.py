"""What judges an answer and says what is wrong with it. The checks themselves
stand with their chapters: `chapter1.check.greedy(greedy)` prints one line, or
raises AssertionError that names the place.
"""

from attncourse.checks import notebook

notebook.watch()
