"""What one vector holds with a good network and pooled places."""

from attncourse.chapter3 import findings
from attncourse.chapter3.findings.one_vector import LABELS, NAME
from attncourse.experiments import results


def test_attention_is_ahead_from_two_things_on():
    """In every seed, also of the best model with one vector; on a single thing
    they are level.
    """
    found = findings.one_vector.by_things()
    assert "1,000 scenes" in found.caption
    assert "one vector, pooled" in repr(found)


def test_every_variant_stands_in_the_table():
    trained = {row["variant"] for row in results.load(NAME).tables["scores"]}
    assert {variant for name, variant in LABELS if name == NAME} == trained
    assert len(findings.one_vector.scores().display.cells) == len(LABELS)


def test_the_better_network_knows_new_combinations():
    assert "kinds, new" in repr(findings.one_vector.probe())
