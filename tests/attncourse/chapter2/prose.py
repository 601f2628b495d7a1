"""Numbers that stand in sentences about chapter 2: a page, a sentence with
gaps, and what stands in each.
"""

from attncourse.experiments import recipes, results

PAGE = "chapters/02_bahdanau_attention.ipynb"
ATTENTIVE = recipes.load("translate-en-fr-bahdanau")
COMPARE = recipes.load("compare-en-fr")

SCORES = results.load("align-phrases")
MIXED = [r for r in SCORES.tables["scores"] if r["attention"] != "linear"]
ALIGNED = [r for r in MIXED if r["all"] < SCORES.tables["references"][0]["all"]]

SENTENCES = [
    (
        PAGE,
        "In {word} of {word} runs a score that mixes",
        len(ALIGNED),
        len(MIXED),
    ),
    (
        PAGE,
        "tuned in the same way: {word} dropout rates",
        ATTENTIVE.dropouts,
    ),
    (PAGE, "We resample the test set {:,} times", COMPARE.resamples),
]
