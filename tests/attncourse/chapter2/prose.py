"""Numbers that stand in sentences about chapter 2: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes

PAGE = "chapters/02_bahdanau_attention.ipynb"
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
COMPARE = recipes.load("compare-en-fr")

SENTENCES = [
    (
        PAGE,
        "tuned in the same way: {word} dropout rates",
        ATTENTIVE.dropouts,
    ),
    (PAGE, "We resample the test set {:,} times", COMPARE.resamples),
]
