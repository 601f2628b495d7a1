"""Numbers that stand in sentences about chapter 2: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/02_bahdanau_attention.ipynb"
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
COMPARE = recipes.load("compare-en-fr")

SCORES = results.load("align-phrases")
MIXED = [r for r in SCORES.tables["scores"] if r["attention"] != "linear"]

SENTENCES = [
    (
        PAGE,
        "*general* score ({:.2f}) aligns worse than the diagonal",
        max(row["all"] for row in MIXED),
    ),
    (PAGE, "with the better of {word} dropout rates", ATTENTIVE.dropouts),
    (PAGE, "We draw {:,} new test sets from them", COMPARE.resamples),
]
