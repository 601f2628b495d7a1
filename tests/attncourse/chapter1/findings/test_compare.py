"""What attention brings, as measured, and computed again from the stored
translations.
"""

import pytest

from attnbook.data import translation
from attnbook.metrics.bleu import bootstrap
from attncourse.experiments import recipes, results
from tests.toys import real_data

pytestmark = pytest.mark.long

FIRST, SECOND = "translate-en-fr-bahdanau", "translate-en-fr-seq2seq"


@real_data
def test_every_stored_difference_is_computed_from_the_stored_translations():
    """Each row of the comparison, the interval included, follows from the two
    results.
    """
    recipe = recipes.load("compare-en-fr")
    stored = results.load("compare-en-fr")
    sources, references = map(
        list, zip(*translation.load("multi30k", "en-fr", "test"), strict=True)
    )
    sides = [
        results.load(name).samples["hypotheses"] for name in (FIRST, SECOND)
    ]
    for row in stored.tables["difference"]:
        chosen = [
            i
            for i, s in enumerate(sources)
            if row["shortest"] <= len(s.split()) <= row["longest"]
        ]
        assert len(chosen) == row["sentences"]
        again = bootstrap(
            *([x[i] for i in chosen] for x in (*sides, references)),
            recipe.resamples,
        )
        assert [row["difference"], row["low"], row["high"]] == pytest.approx(
            list(again), abs=1e-4
        )
