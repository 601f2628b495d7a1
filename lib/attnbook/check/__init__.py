"""What exercises call: `check.greedy(greedy)` prints one line, or raises AssertionError with the likely mistake.

Every name here is a `Check`; one file for each idea, one `Check` for each function that a learner writes.
"""

from attnbook.check.additive import additive_attention
from attnbook.check.checker import Case, Check, Mistake
from attnbook.check.decoding import forced, greedy

__all__ = ["Case", "Check", "Mistake", "additive_attention", "forced", "greedy"]
