"""The figure that cites what translators cost in training."""

import pytest

from attncourse.chapter7 import published


@pytest.mark.parametrize("change", [{"bleu": 27.4}, {"cost": 5.0}])
def test_a_better_or_a_cheap_one_before_would_refute_it(monkeypatch, change):
    one = published.EARLIER[1]._replace(**change)
    monkeypatch.setattr(published, "EARLIER", [one])
    with pytest.raises(AssertionError, match="better and cheaper"):
        published.training_cost()
