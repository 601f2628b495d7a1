"""Numbers that stand in sentences about chapter 2: a page, a sentence with
gaps, and what stands in each.
"""

import re

from attncourse.chapter2 import findings
from attncourse.experiments import recipes

PAGE = "chapters/02_bahdanau_attention.ipynb"
ALIGN = recipes.load("align-phrases")
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
COMPARE = recipes.load("compare-en-fr")

ALIGNED = re.search(
    r"(\d+) of (\d+) runs", findings.align.scores().caption
).groups()

SENTENCES = [
    (
        PAGE,
        "Both models were chosen alike: {word} dropout rates",
        ATTENTIVE.dropouts,
    ),
    (PAGE, "The test sentences are drawn anew {} times", COMPARE.resamples),
    (
        PAGE,
        "stored for the first {word} test sentences of 8 to 14 words",
        ATTENTIVE.shown,
    ),
    (PAGE, "each decoder without attention, {word} seeds each", ALIGN.seeds),
    (
        PAGE,
        "in {} of {} runs",
        *ALIGNED,
    ),
]
