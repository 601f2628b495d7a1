"""What judges an answer and says what is wrong with it. The checks themselves
stand with their chapters: `chapter1.check.greedy(greedy)` prints one line, or
raises AssertionError that names the place.

An exercise is data (`exercise`, `cases`). An answer to it is called
(`calling`); one that is wrong is compared with what may have gone wrong
(`mutations`), and told so (`diagnosis`). `loops` does the same for exercises
that feed a decoder, and a `hunt` is a slip to be found.
"""

from attncourse.checks import notebook

notebook.watch()
