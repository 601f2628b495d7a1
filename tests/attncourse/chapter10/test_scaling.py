"""The published formula of the loss, and what its figure says about us."""

import pytest

from attncourse.chapter10 import scaling
from tests.attncourse.experiments.stored import altered, put_value

BILLION = 10**9


@pytest.mark.parametrize(
    ("parameters", "tokens", "by_size", "by_text"),
    [(70, 1400, 0.083, 0.163), (280, 300, 0.052, 0.251)],
    ids=["Chinchilla", "Gopher"],
)
def test_the_terms_of_two_models_are_those_that_are_often_quoted(
    parameters, tokens, by_size, by_text
):
    found = scaling.PUBLISHED.loss(parameters * BILLION, tokens * BILLION)
    assert found == pytest.approx(1.69 + by_size + by_text, abs=0.0015)


def test_both_fits_agree_where_they_were_fitted_and_part_below():
    def apart(parameters):
        one, two = (
            law.loss(parameters, scaling.TOKENS * parameters)
            for law in (scaling.PUBLISHED, scaling.AGAIN)
        )
        return abs(one - two)

    assert max(map(apart, scaling.FITTED)) < 0.1
    assert apart(1_676_000) > 0.5


def test_a_model_of_a_fitted_size_would_be_refused(monkeypatch):
    altered(monkeypatch, "lm-captions", put_value("parameters", 10**8))
    with pytest.raises(AssertionError, match="far below"):
        scaling.curve()
