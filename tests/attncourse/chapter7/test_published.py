"""The figure that cites what translators cost in training."""

import pytest

from attncourse.chapter7 import published


def test_it_cites_what_it_shows():
    shown = published.training_cost()
    for said in ("costs 34% of", "table 2", "arxiv.org/abs/1706.03762"):
        assert said in shown.caption
    for bar in ("GNMT 24.6", "ConvS2S 25.2", "MoE 26.0", "base 27.3"):
        assert bar in shown.display.alt


@pytest.mark.parametrize("change", [{"bleu": 27.4}, {"cost": 5.0}])
def test_a_better_or_a_cheap_one_before_would_refute_it(monkeypatch, change):
    one = published.EARLIER[1]._replace(**change)
    monkeypatch.setattr(published, "EARLIER", [one])
    with pytest.raises(AssertionError, match="better and cheaper"):
        published.training_cost()
