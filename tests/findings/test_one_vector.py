"""What one vector holds with a good network and pooled places."""

import pytest

from attnbook import findings, results
from attnbook.findings.one_vector import BEST, LABELS, NAME
from tests.findings.toys import altered, put


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


@pytest.mark.parametrize(
    ("finding", "change"),
    [
        ("by_things", put("by_things", "slots", 0.99, variant=BEST, things=6)),
        ("by_things", put("by_things", "slots", 0.5, variant=BEST, things=1)),
        ("scores", put("scores", "slots", 0.99, variant=BEST)),
        ("scores", put("scores", "slots", 0.99, variant="flat-lent")),
        ("probe", put("probe", "kinds", 0.5)),
    ],
)
def test_a_claim_that_its_numbers_refute_is_refused(
    monkeypatch, finding, change
):
    altered(monkeypatch, NAME, change)
    with pytest.raises(AssertionError, match=r"\w"):
        getattr(findings.one_vector, finding)()
